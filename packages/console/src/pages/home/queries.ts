// What the home page asks.
// In: a bank. Out: options for useQuery, under the bank's key.

import { sdk } from "@hindsight-memory/client";
import { queryOptions } from "@tanstack/react-query";
import { client, on, read } from "../../api/client";
import { bankKey, LIVE_MS } from "../../api/queries";
import type { Period } from "./search";

export const growthQuery = (bank: string, period: Period) =>
  queryOptions({
    queryKey: bankKey(bank, "growth", period),
    queryFn: ({ signal }) => read(sdk.getMemoriesTimeseries({ ...on(bank), query: { period }, signal })),
  });

/** Operations that run or wait; asked again and again while there are any. */
export const runningQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "operations", "running"),
    queryFn: async ({ signal }) => {
      const [processing, pending] = await Promise.all(
        ["processing", "pending"].map((status) =>
          read(sdk.listOperations({ ...on(bank), query: { status, limit: 5, exclude_parents: true }, signal })),
        ),
      );
      return {
        operations: [...(processing?.operations ?? []), ...(pending?.operations ?? [])].slice(0, 6),
        total: (processing?.total ?? 0) + (pending?.total ?? 0),
      };
    },
    refetchInterval: LIVE_MS,
  });

export const recentDocumentsQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "documents", "recent"),
    queryFn: ({ signal }) => read(sdk.listDocuments({ ...on(bank), query: { limit: 6 }, signal })),
  });

export const knowledgeTreeQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "knowledge", "tree"),
    queryFn: ({ signal }) => read(sdk.getKnowledgeBaseTree({ ...on(bank), signal })),
  });

export const usageQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "llm-usage"),
    queryFn: ({ signal }) => read(sdk.getLlmUsage({ ...on(bank), signal })),
  });

/** The last thirty days of model calls, as far as the trace keeps them. */
export const spendingQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "llm-requests", "stats", "30d", undefined),
    queryFn: ({ signal }) => read(sdk.llmRequestStats({ ...on(bank), query: { period: "30d" }, signal })),
  });

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => read(sdk.healthEndpointHealthGet({ client, signal })),
  refetchInterval: 15_000,
});
