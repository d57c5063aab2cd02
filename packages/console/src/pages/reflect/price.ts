// The price of one reflection among the calls that the server keeps.
// In: the newest calls, and how many tokens the reply counts. Out: their cost in US dollars.

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
