// Model calls over time as a chart has them: what they cost, their tokens by kind, or the calls by outcome.
// In: buckets of the API. Out: series and their values.

import type { api } from "@hindsight-memory/client";
import type { Bucket } from "./time-chart";

export const LLM_METRICS = ["tokens", "calls", "cost"] as const;
export type LlmMetric = (typeof LLM_METRICS)[number];

export const LLM_SERIES = {
  tokens: ["input", "cached", "output"],
  calls: ["success", "error"],
  cost: ["cost"],
} as const satisfies Record<LlmMetric, readonly string[]>;

/** Cost is in US dollars; cached tokens are a part of the input's, so the rest of the input is drawn beside them. */
export const llmBuckets = (metric: LlmMetric, buckets: readonly api.LlmRequestStatsBucket[]): readonly Bucket[] =>
  buckets.map(({ time, statuses, tokens: { input, cached, output }, cost_usd: cost = 0 }) => ({
    time,
    values: metric === "cost" ? { cost } : metric === "calls" ? { ...statuses } : { input: Math.max(0, input - cached), cached, output },
  }));

/** Calls that the dollars leave out, since nobody told the price of their model. */
export const unpricedCalls = (buckets: readonly api.LlmRequestStatsBucket[]): number =>
  buckets.reduce((sum, { unpriced_calls: calls = 0 }) => sum + calls, 0);
