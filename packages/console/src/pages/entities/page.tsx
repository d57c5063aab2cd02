// The entities of a bank: a list, the graph of which are mentioned together, and one with all that is known of it.
// In: view, search and open entity in the address. Out: the page.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Button } from "../../kit/button";
import { Field, TextInput } from "../../kit/field";
import { useFormat, When } from "../../kit/format";
import { Page } from "../../kit/page";
import { Pager } from "../../kit/pager";
import { Empty, Loaded } from "../../kit/states";
import { type Column, Table } from "../../kit/table";
import { Segments } from "../../kit/toggle";
import { EntityDetail } from "./detail";
import { entitiesQuery, PAGE_SIZE } from "./queries";
import { Relations } from "./relations";
import { VIEWS } from "./search";
import { useEntitiesSearch } from "./use-search";

export function EntitiesPage() {
  const { t } = useTranslation("entities");
  const bank = useBank();
  const { search, go, set } = useEntitiesSearch();
  const { view = "list", open } = search;
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      actions={
        <Segments
          label={t("views.label")}
          value={view}
          choices={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
          onChange={(value) => go({ view: value === "list" ? undefined : value })}
        />
      }
    >
      {view === "list" ? (
        <EntityList bank={bank} />
      ) : (
        <Relations bank={bank} state={search} onState={set} onOpen={(id) => go({ open: id })} />
      )}
      {open !== undefined && <EntityDetail key={open} id={open} />}
    </Page>
  );
}

function EntityList({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("entities");
  const { number } = useFormat();
  const { search, go, set } = useEntitiesSearch();
  const { q, offset = 0 } = search;
  const list = useQuery(entitiesQuery(bank, useDeferredValue(q), offset));
  const columns: readonly Column<api.EntityListItem>[] = [
    { id: "name", label: t("columns.name"), cell: ({ canonical_name }) => canonical_name },
    { id: "mentions", label: t("columns.mentions"), align: "right", cell: ({ mention_count }) => number(mention_count) },
    { id: "first", label: t("columns.first"), className: "max-sm:hidden", cell: ({ first_seen }) => <When at={first_seen} /> },
    { id: "last", label: t("columns.last"), cell: ({ last_seen }) => <When at={last_seen} /> },
  ];
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("find")} className="w-72 max-w-full">
          {(id) => (
            <TextInput
              id={id}
              type="search"
              value={q ?? ""}
              onChange={({ target }) => set({ q: target.value === "" ? undefined : target.value, offset: undefined })}
            />
          )}
        </Field>
        {q !== undefined && (
          <Button variant="ghost" onClick={() => go({ q: undefined, offset: undefined })}>
            {t("clear")}
          </Button>
        )}
      </div>
      <Loaded query={list} lines={8}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty icon={Waypoints} title={t(q === undefined ? "none" : "noneFits")}>
              {t(q === undefined ? "noneLead" : "noneFitsLead")}
            </Empty>
          ) : (
            <>
              <Table
                label={t("title")}
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
                onOpen={({ id }) => go({ open: id })}
                isChosen={({ id }) => id === search.open}
              />
              <Pager offset={offset} limit={PAGE_SIZE} total={total} onOffset={(next) => go({ offset: next === 0 ? undefined : next })} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
