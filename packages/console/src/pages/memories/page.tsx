// The memories of a bank, to look through, to find, and to put right.
// In: a bank and the state in the address. Out: filters; a table, a timeline or a graph; a sheet with one memory.

import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useBank } from "../../app/use-bank";
import { Page } from "../../kit/page";
import { part } from "../../kit/part";
import { Skeleton } from "../../kit/states";
import { Segments } from "../../kit/toggle";
import { BulkBar } from "./bulk-bar";
import { Consolidation } from "./consolidation";
import { MemoryDetail } from "./detail";
import { Filters } from "./filters";
import { MemoryTable, NoMemories } from "./memory-table";
import { Scopes } from "./scopes";
import { filterCount, listQuery, VIEWS } from "./search";
import { useSelection } from "./selection";
import { Timeline } from "./timeline";
import { type PageState, useMemoriesSearch } from "./use-search";

const MemoryGraph = part(() => import("../../graph/memory-graph"), "MemoryGraph");

export function MemoriesPage() {
  const { t } = useTranslation("memories");
  const bank = useBank();
  const state = useMemoriesSearch();
  const { search, go } = state;
  const { view = "table" } = search;
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      actions={
        <Segments
          label={t("views.label")}
          value={view}
          choices={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
          onChange={(value) => go({ view: value === "table" ? undefined : value })}
        />
      }
    >
      <Consolidation bank={bank} />
      <Filters {...state} />
      {search.kind === "observation" && <Scopes {...state} />}
      {view === "table" && <List {...state} bank={bank} />}
      {view === "timeline" && <Timeline {...state} />}
      {view === "graph" && (
        <Suspense fallback={<Skeleton lines={12} />}>
          <MemoryGraph bank={bank} filters={search} onOpen={(id) => go({ open: id })} />
        </Suspense>
      )}
      {search.open !== undefined && (
        <MemoryDetail key={search.open} id={search.open} onClose={() => go({ open: undefined })} onOpen={(id) => go({ open: id })} />
      )}
    </Page>
  );
}

function List({ bank, search, go }: PageState & { readonly bank: string }) {
  const { t } = useTranslation("memories");
  const query = listQuery(search);
  const key = JSON.stringify(query);
  const selection = useSelection(key);
  return (
    <MemoryTable
      key={key}
      bank={bank}
      query={query}
      label={t("title")}
      openId={search.open}
      onOpen={(id) => go({ open: id })}
      selection={selection}
      header={(total) => <BulkBar total={total} query={query} selection={selection} />}
      empty={<NoMemories isFiltered={filterCount(search) > 0} />}
    />
  );
}
