// Recalling from the lab: always with the trace, since that is what the lab shows.
// In: a bank, a question, settings. Out: options for useQuery; the reply comes with how long it took from here.

import { type api, sdk } from "@hindsight-memory/client";
import { judgeReply, type RelevanceCase, requestFor } from "@hindsight-memory/client/relevance";
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

/** A test case under some settings; what the case itself asks for holds. */
export const runCase = async (bank: string, asked: RelevanceCase, settings: RecallSettings) => {
  const started = performance.now();
  const body = requestFor(asked, { ...requestOf(asked.query, settings) }) as api.RecallRequest;
  const reply = await read(sdk.recallMemories({ ...on(bank), body }));
  return { judged: judgeReply(asked, reply), ms: performance.now() - started };
};

/** What the server would put before a model, as text; "" when nothing was found. */
export const runPrompt = async (bank: string, query: string, settings: RecallSettings): Promise<string> => {
  const reply = await read(sdk.recallMemories({ ...on(bank), body: { ...requestOf(query, settings), format: "prompt" } }));
  return reply.prompt ?? "";
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
