// What a text costs in model calls and tokens.
// In: items that are retained into a bank of their own. Out: calls and tokens per 1,000 characters, as the server's trace has them and as the model counted.

import { type Api, bankPath, drained } from "../lib/api.js";
import type { ModelServer } from "../lib/model-server.js";
import { round } from "../lib/results.js";
import type { ExtractionItem } from "./items.js";
import { BATCH, factsOf, openBank } from "./load.js";

interface StatsReply {
  readonly buckets: readonly { readonly total: number; readonly tokens: { readonly input: number; readonly output: number } }[];
}

export interface Sums {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

export interface CallCost extends Sums {
  readonly items: number;
  readonly characters: number;
  readonly facts: number;
  /** Extractions that reached the model; other than `calls` when the trace lost one. */
  readonly modelCalls: number;
  readonly callsPer1000: number;
  readonly inputPer1000: number;
  readonly outputPer1000: number;
  readonly charactersPerCall: number;
  /** Calls that one for every `CHARACTERS_A_CALL` would have made; a document that is shorter needs its own. */
  readonly allowed: number;
}

/** At most one extraction call for so many characters (issue 4). */
export const CHARACTERS_A_CALL = 3_000;

export function sumBuckets({ buckets }: StatsReply): Sums {
  return buckets.reduce(
    (sum, { total, tokens }) => ({
      calls: sum.calls + total,
      input: sum.input + tokens.input,
      output: sum.output + tokens.output,
    }),
    { calls: 0, input: 0, output: 0 },
  );
}

export function costOf(items: readonly Pick<ExtractionItem, "content">[], sums: Sums, modelCalls: number, facts: number): CallCost {
  const characters = items.reduce((sum, item) => sum + item.content.length, 0);
  const per1000 = (value: number): number => round((value * 1000) / Math.max(1, characters), 2);
  return {
    ...sums,
    items: items.length,
    characters,
    facts,
    modelCalls,
    callsPer1000: per1000(sums.calls),
    inputPer1000: per1000(sums.input),
    outputPer1000: per1000(sums.output),
    charactersPerCall: Math.round(characters / Math.max(1, sums.calls)),
    allowed: items.reduce((sum, item) => sum + Math.ceil(item.content.length / CHARACTERS_A_CALL), 0),
  };
}

export async function measureCalls(api: Api, model: ModelServer, bank: string, items: readonly ExtractionItem[]): Promise<CallCost> {
  await openBank(api, bank);
  const before = (await model.calls())["chat:facts"]?.calls ?? 0;
  for (let at = 0; at < items.length; at += BATCH) {
    await api.call("POST", bankPath(bank, "/memories"), { items: items.slice(at, at + BATCH), async: false });
  }
  await drained(api, bank);
  const after = (await model.calls())["chat:facts"]?.calls ?? 0;
  const { body } = await api.call<StatsReply>("GET", bankPath(bank, "/llm-requests/stats?operation=retain&period=1d"));
  return costOf(items, sumBuckets(body), after - before, await factsOf(api, bank));
}
