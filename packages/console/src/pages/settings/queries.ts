// What the settings page asks and writes.
// In: a bank and filters. Out: options for useQuery, and hooks that write and say so.

import { sdk } from "@hindsight-memory/client";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { client, on, read } from "../../api/client";
import { bankKey, invalidateBank } from "../../api/queries";
import { queries } from "../../app/query-client";
import { useErrorToast } from "../../kit/toast";
import { PRESET_PERIOD, type SettingsSearch } from "./search";

export const PAGE_SIZE = 20;

export function useSettingsSearch() {
  const search = useSearch({ from: "/inside/banks/$bankId/settings" });
  const navigate = useNavigate({ from: "/banks/$bankId/settings" });
  return { search, go: (changes: SettingsSearch): void => void navigate({ search: { ...search, ...changes } }) };
}

/** A write whose failure is a toast; afterwards everything of the bank is asked again. */
export function useWrite<Input, Result>(
  bank: string,
  write: (input: Input) => Promise<Result>,
  onDone: (result: Result, input: Input) => void,
) {
  const onError = useErrorToast();
  return useMutation({ mutationFn: write, onSuccess: onDone, onError, onSettled: () => invalidateBank(queries, bank) });
}

export const saveConfig = (bank: string, updates: Readonly<Record<string, unknown>>) =>
  read(sdk.updateBankConfig({ ...on(bank), body: { updates: { ...updates } } }));

export const webhooksQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "webhooks"),
    queryFn: ({ signal }) => read(sdk.listWebhooks({ ...on(bank), query: { limit: 1000 }, signal })),
  });

export const deliveriesQuery = (bank: string, id: string) =>
  infiniteQueryOptions({
    queryKey: bankKey(bank, "webhooks", id, "deliveries"),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      read(sdk.listWebhookDeliveries({ ...on(bank, { webhook_id: id }), query: { limit: PAGE_SIZE, cursor: pageParam }, signal })),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** The whole of both days. */
const between = ({ from, until }: SettingsSearch) => ({
  start_date: from === undefined ? null : `${from}T00:00:00Z`,
  end_date: until === undefined ? null : `${until}T23:59:59.999Z`,
});

export const auditQuery = (bank: string, search: SettingsSearch) => {
  const { action = null, transport = null, offset = 0 } = search;
  const query = { action, transport, offset, limit: PAGE_SIZE, ...between(search) };
  return queryOptions({
    queryKey: bankKey(bank, "audit", query),
    queryFn: ({ signal }) => read(sdk.listAuditLogs({ ...on(bank), query, signal })),
    placeholderData: keepPreviousData,
  });
};

export const auditStatsQuery = (bank: string, { period = PRESET_PERIOD, action }: SettingsSearch) =>
  queryOptions({
    queryKey: bankKey(bank, "audit", "stats", period, action),
    queryFn: ({ signal }) => read(sdk.auditLogStats({ ...on(bank), query: { period, action: action ?? null }, signal })),
    placeholderData: keepPreviousData,
  });

export const auditEntryQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "audit", "entry", id),
    queryFn: ({ signal }) => read(sdk.getAuditLog({ ...on(bank, { log_id: id }), signal })),
  });

export const llmRequestsQuery = (bank: string, search: SettingsSearch) => {
  const { status = null, caller = null, trace = null, memory = null, document = null, offset = 0 } = search;
  const query = {
    status,
    operation: caller,
    trace_id: trace,
    memory_id: memory,
    document_id: document,
    offset,
    limit: PAGE_SIZE,
    ...between(search),
  };
  return queryOptions({
    queryKey: bankKey(bank, "llm-requests", query),
    queryFn: ({ signal }) => read(sdk.listLlmRequests({ ...on(bank), query, signal })),
    placeholderData: keepPreviousData,
  });
};

/** One call by its id; null when it is no longer kept. A server that does not know the parameter answers with another call. */
export const llmCallQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "llm-requests", "one", id),
    queryFn: async ({ signal }) =>
      (await read(sdk.listLlmRequests({ ...on(bank), query: { id, limit: 1 }, signal }))).items.find((call) => call.id === id) ?? null,
  });

/** Each model is asked once, which costs a tiny call. */
export const checkModels = (bank: string) => read(sdk.testBankLlm(on(bank)));

export const llmStatsQuery = (bank: string, { period = PRESET_PERIOD, caller }: SettingsSearch) =>
  queryOptions({
    queryKey: bankKey(bank, "llm-requests", "stats", period, caller),
    queryFn: ({ signal }) => read(sdk.llmRequestStats({ ...on(bank), query: { period, operation: caller ?? null }, signal })),
    placeholderData: keepPreviousData,
  });

export const templateQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "template"),
    queryFn: ({ signal }) => read(sdk.exportBankTemplate({ ...on(bank), signal })),
  });

export const galleryQuery = queryOptions({
  queryKey: ["bank-templates"],
  queryFn: ({ signal }) => read(sdk.listBankTemplates({ client, signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
