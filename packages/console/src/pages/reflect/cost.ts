// What a reflection cost: the reply counts tokens; its price stands at the calls that the server keeps.
// In: a bank and a reply. Out: the sum in US dollars; its calls are written behind the answer, so they are asked for a few times.

import { type api, sdk } from "@hindsight-memory/client";
import { queryOptions } from "@tanstack/react-query";
import { on, read } from "../../api/client";
import { bankKey } from "../../api/queries";

const AGAIN_MS = 700;
const TRIES = 5;

/** `usd` is null where the model has no known price; null altogether where the calls are not kept. */
export type Cost = { readonly usd: number | null } | null;

interface Call {
  readonly trace_id: string | null;
  readonly total_tokens: number | null;
  readonly llm_info: Readonly<Record<string, unknown>>;
}

/** The calls of a reply are the newest trace with just as many tokens. */
export function costOf(calls: readonly Call[], totalTokens: number): Cost {
  for (const trace of new Set(calls.map(({ trace_id }) => trace_id))) {
    const own = calls.filter(({ trace_id }) => trace_id === trace);
    if (own.reduce((sum, { total_tokens }) => sum + (total_tokens ?? 0), 0) !== totalTokens) continue;
    const prices = own.map(({ llm_info }) => llm_info.cost_usd).filter((price) => typeof price === "number");
    return { usd: prices.length === own.length ? prices.reduce((sum, price) => sum + price, 0) : null };
  }
  return null;
}

export const costQuery = (bank: string, reply: api.ReflectResponse) =>
  queryOptions({
    queryKey: bankKey(bank, "reflect", "cost", reply.usage?.total_tokens ?? 0, reply.text),
    queryFn: async ({ signal }): Promise<Cost> => {
      for (let tries = 1; ; tries += 1) {
        const query = { operation: "reflect", group: true, limit: 5 };
        const { items } = await read(sdk.listLlmRequests({ ...on(bank), query, signal }));
        const cost = costOf(items, reply.usage?.total_tokens ?? 0);
        if (cost !== null || tries === TRIES) return cost;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    },
    enabled: (reply.usage?.total_tokens ?? 0) > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
