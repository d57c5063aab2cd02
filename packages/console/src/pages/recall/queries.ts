// Recalling from the lab: always with the trace, since that is what the lab shows.
// In: a bank, a question, settings. Out: options for useQuery; the reply comes with how long it took from here.

import { sdk } from "@hindsight-memory/client";
import { queryOptions } from "@tanstack/react-query";
import { on, read } from "../../api/client";
import { bankKey } from "../../api/queries";
import { type RecallSettings, requestOf } from "./settings";

export const runRecall = async (bank: string, query: string, settings: RecallSettings, signal?: AbortSignal) => {
  const started = performance.now();
  const reply = await read(
    sdk.recallMemories({ ...on(bank), body: { ...requestOf(query, settings), trace: true }, ...(signal === undefined ? {} : { signal }) }),
  );
  return { ...reply, roundTripMs: performance.now() - started };
};

export type Recalled = Awaited<ReturnType<typeof runRecall>>;

export const recallQuery = (bank: string, query: string, settings: RecallSettings) =>
  queryOptions({
    queryKey: bankKey(bank, "recall", query, settings),
    queryFn: ({ signal }) => runRecall(bank, query, settings, signal),
    enabled: query !== "",
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
