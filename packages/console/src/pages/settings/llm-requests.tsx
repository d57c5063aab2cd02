// What was asked of language models for this bank, and what it cost.
// In: a bank, filters and the open call in the address. Out: the spend, a chart, the calls, one call; or how they are kept.

import type { api } from "@hindsight-memory/client";
import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { useTranslation } from "react-i18next";
import { versionQuery } from "../../api/queries";
import { Badge } from "../../kit/badge";
import { useFormat, When } from "../../kit/format";
import { Pager } from "../../kit/pager";
import { Empty, ErrorNote, Loaded } from "../../kit/states";
import { type Column, Table } from "../../kit/table";
import { DayFilters, Filter } from "./filters";
import { costOf, LlmCall } from "./llm-call";
import { LlmChart } from "./llm-chart";
import { LlmCheck } from "./llm-check";
import { LlmSpend } from "./llm-spend";
import { llmCallQuery, llmRequestsQuery, PAGE_SIZE, useSettingsSearch } from "./queries";
import { STATUSES } from "./search";

const CALLERS = ["retain", "reflect", "consolidation", "mental_model_refresh"] as const;

export function LlmRequests({ bank }: { readonly bank: string }) {
  const { t } = useTranslation("settings");
  const { search, go } = useSettingsSearch();
  const list = useQuery(llmRequestsQuery(bank, search));
  const version = useQuery(versionQuery);
  const isOff = version.data?.features.llm_trace === false;
  const { status, caller, trace, memory, document, from, until } = search;
  const isFiltered = [status, caller, trace, memory, document, from, until].some((each) => each !== undefined);
  const listed = list.data?.items.find(({ id }) => id === search.open);
  // A link to a call leads to it, whatever page of the list it is on.
  const alone = useQuery({
    ...llmCallQuery(bank, search.open ?? ""),
    enabled: search.open !== undefined && list.data !== undefined && listed === undefined && !isOff,
  });
  const open = listed ?? (search.open === undefined ? undefined : (alone.data ?? undefined));
  return (
    <div className="flex flex-col gap-4">
      <LlmSpend bank={bank} />
      <LlmCheck bank={bank} />
      {isOff ? (
        <Empty icon={Bot} title={t("llm.off")}>
          {t("llm.offLead", { setting: "HINDSIGHT_API_LLM_TRACE_ENABLED=true" })}
        </Empty>
      ) : (
        <>
          <LlmChart bank={bank} />
          <div className="flex flex-wrap items-end gap-3">
            <Filter
              label={t("llm.caller")}
              value={search.caller ?? ""}
              values={[...new Set([...CALLERS, ...(search.caller === undefined ? [] : [search.caller])])]}
              onChange={(caller) => go({ caller: caller === "" ? undefined : caller, offset: undefined })}
            />
            <Filter
              label={t("llm.status")}
              value={search.status ?? ""}
              values={STATUSES}
              onChange={(value) => go({ status: STATUSES.find((each) => each === value), offset: undefined })}
            />
            <DayFilters search={search} go={go} />
          </div>
          {(
            [
              ["oneRun", trace],
              ["oneMemory", memory],
              ["oneDocument", document],
            ] as const
          ).map(([words, id]) =>
            id === undefined ? null : (
              <p key={words} className="text-sm text-ink-soft">
                {t(`llm.${words}`)} <span className="font-mono text-xs break-all">{id}</span>
              </p>
            ),
          )}
          {alone.data === null && <ErrorNote message={t("llm.gone")} />}
          {alone.error !== null && <ErrorNote error={alone.error} onRetry={() => void alone.refetch()} />}
          <Loaded query={list} lines={8}>
            {({ items, total, offset }) =>
              items.length === 0 ? (
                <Empty icon={Bot} title={t(isFiltered ? "llm.noneFits" : "llm.none")}>
                  {t("llm.noneLead", { setting: "HINDSIGHT_API_LLM_PROVIDER" })}
                </Empty>
              ) : (
                <>
                  <Calls items={items} onOpen={(id) => go({ open: id })} />
                  <Pager
                    offset={offset}
                    limit={PAGE_SIZE}
                    total={total}
                    onOffset={(next) => go({ offset: next === 0 ? undefined : next, open: undefined })}
                  />
                </>
              )
            }
          </Loaded>
        </>
      )}
      {open !== undefined && (
        <LlmCall
          call={open}
          onClose={() => go({ open: undefined })}
          onTrace={(trace) => go({ trace, open: undefined, offset: undefined })}
        />
      )}
    </div>
  );
}

function Calls({ items, onOpen }: { readonly items: readonly api.LlmRequestEntry[]; readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation("settings");
  const { number, duration, dollars } = useFormat();
  const columns: readonly Column<api.LlmRequestEntry>[] = [
    { id: "caller", label: t("llm.caller"), cell: ({ operation, scope }) => scope ?? operation ?? "–" },
    {
      id: "status",
      label: t("llm.status"),
      cell: ({ status }) => (
        <Badge tone={status === "success" ? "good" : "danger"}>{t(status === "success" ? "llm.success" : "llm.error")}</Badge>
      ),
    },
    {
      id: "model",
      label: t("llm.model"),
      cell: ({ provider, model }) => (
        <span className="font-mono text-xs">
          {provider} / {model}
        </span>
      ),
    },
    {
      id: "tokens",
      label: t("llm.tokensInOut"),
      align: "right",
      cell: ({ input_tokens, output_tokens }) => `${number(input_tokens ?? 0)} / ${number(output_tokens ?? 0)}`,
    },
    {
      id: "cost",
      label: t("llm.cost"),
      align: "right",
      cell: (call) => {
        const cost = costOf(call);
        return cost === null ? "–" : dollars(cost);
      },
    },
    { id: "took", label: t("llm.took"), align: "right", cell: ({ duration_ms }) => (duration_ms == null ? "–" : duration(duration_ms)) },
    { id: "started", label: t("llm.started"), cell: ({ started_at }) => <When at={started_at} /> },
  ];
  return <Table label={t("tabs.llm")} columns={columns} rows={items} keyOf={({ id }) => id} onOpen={({ id }) => onOpen(id)} />;
}
