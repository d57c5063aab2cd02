// Mental models: a list with how fresh each is, and the open one beside it.
// In: a bank. Out: filter, list, sheet, form.

import { useQuery } from "@tanstack/react-query";
import { BrainCircuit, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge, TagList } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Field, TextInput } from "../../kit/field";
import { When } from "../../kit/format";
import { Pager } from "../../kit/pager";
import { Empty, Loaded } from "../../kit/states";
import { Table } from "../../kit/table";
import { Checkbox } from "../../kit/toggle";
import { Freshness } from "./freshness";
import { ModelDetail } from "./model-detail";
import { AddModel } from "./model-form";
import { LIST_SIZE, type Model, modelsQuery } from "./queries";
import { useRefreshing } from "./refreshing";
import { draftOf } from "./trigger";
import { useKnowledgeSearch } from "./use-search";

const fits = (model: Model, q: string): boolean =>
  [model.id, model.name, model.source_query ?? "", ...(model.tags ?? [])].some((text) => text.toLowerCase().includes(q.toLowerCase()));

export function ModelsTab({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("knowledge");
  const { search, go, set } = useKnowledgeSearch();
  const offset = search.offset ?? 0;
  const models = useQuery(modelsQuery(bank, search.pages === true, offset));
  const refreshing = useRefreshing(bank);
  const [isAdding, setAdding] = useState(false);
  const openModel = (id: string): void => go({ open: id, part: undefined });
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t("models.new")}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Field label={t("models.filter")} isLabelHidden className="w-64">
          {(id) => (
            <TextInput
              id={id}
              type="search"
              placeholder={t("models.filter")}
              value={search.q ?? ""}
              onChange={(event) => set({ q: event.target.value === "" ? undefined : event.target.value })}
            />
          )}
        </Field>
        <Checkbox
          label={t("models.withPages")}
          checked={search.pages === true}
          onChange={(isOn) => go({ pages: isOn ? true : undefined, offset: undefined })}
        />
        <span className="grow" />
        {add}
      </div>
      <Loaded query={models}>
        {({ items, total }) => {
          const shown = items.filter((model) => fits(model, search.q ?? ""));
          if (total === 0)
            return (
              <Empty icon={BrainCircuit} title={t("models.none")}>
                {t("models.lead")}
              </Empty>
            );
          return (
            <>
              {shown.length === 0 ? (
                <Empty icon={BrainCircuit} title={t("models.noMatch")} />
              ) : (
                <List models={shown} refreshing={refreshing} open={search.open} onOpen={openModel} />
              )}
              <Pager offset={offset} limit={LIST_SIZE} total={total} onOffset={(next) => go({ offset: next === 0 ? undefined : next })} />
            </>
          );
        }}
      </Loaded>
      {isAdding && (
        <AddModel
          bank={bank}
          onClose={() => setAdding(false)}
          onDone={(id) => {
            setAdding(false);
            openModel(id);
          }}
        />
      )}
      {search.open !== undefined && (
        <ModelDetail
          key={search.open}
          bank={bank}
          id={search.open}
          isRefreshing={refreshing.has(search.open)}
          onClose={() => go({ open: undefined, part: undefined })}
        />
      )}
    </div>
  );
}

interface ListProps {
  readonly models: readonly Model[];
  readonly refreshing: ReadonlySet<string>;
  readonly open: string | undefined;
  readonly onOpen: (id: string) => void;
}

function List({ models, refreshing, open, onOpen }: ListProps) {
  const { t } = useTranslation("knowledge");
  return (
    <Table
      label={t("tabs.models")}
      rows={models}
      keyOf={({ id }) => id}
      isChosen={({ id }) => id === open}
      onOpen={({ id }) => onOpen(id)}
      columns={[
        { id: "name", label: t("name"), className: "min-w-28", cell: ({ name }) => name },
        {
          id: "state",
          label: t("models.state"),
          cell: ({ id, is_stale, staleness_code, staleness_reason, last_refresh_failed_at }) => (
            <Freshness
              isStale={is_stale}
              why={{ staleness_code, staleness_reason }}
              isGenerating={refreshing.has(id)}
              failedAt={last_refresh_failed_at}
            />
          ),
        },
        {
          id: "question",
          label: t("question"),
          className: "min-w-64 text-ink-soft",
          cell: ({ source_query, tags, is_knowledge_page }) => (
            <span className="flex flex-col gap-1">
              <span className="line-clamp-2">{source_query}</span>
              <span className="flex flex-wrap gap-1">
                {is_knowledge_page === true && <Badge tone="accent">{t("models.ofPage")}</Badge>}
                <TagList tags={tags} />
              </span>
            </span>
          ),
        },
        {
          id: "when",
          label: t("trigger.when"),
          className: "whitespace-nowrap text-ink-soft",
          cell: ({ trigger }) => {
            const { when, cron } = draftOf(trigger);
            return when === "schedule" ? <code className="font-mono text-xs">{cron}</code> : t(`trigger.${when}`);
          },
        },
        { id: "at", label: t("fresh.at"), cell: ({ last_refreshed_at }) => <When at={last_refreshed_at} /> },
      ]}
    />
  );
}
