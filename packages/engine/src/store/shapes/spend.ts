import { sql } from "../db.js";

/** Sums of table `llm_usage` or `llm_usage_total` under the alias `u`. */
export interface UsageSums {
  readonly calls: number;
  readonly failedCalls: number;
  readonly unpricedCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly thoughtsTokens: number;
  readonly microUsd: number;
}

/** Spend of one window, and what is set aside for calls under way. */
export interface SpendRow extends UsageSums {
  readonly reservedTokens: number;
  readonly reservedMicroUsd: number;
}

export const USAGE_SUMS = sql`coalesce(sum(u.calls), 0)::bigint AS calls, coalesce(sum(u.failed_calls), 0)::bigint AS "failedCalls",
  coalesce(sum(u.unpriced_calls), 0)::bigint AS "unpricedCalls", coalesce(sum(u.input_tokens), 0)::bigint AS "inputTokens",
  coalesce(sum(u.output_tokens), 0)::bigint AS "outputTokens", coalesce(sum(u.cached_tokens), 0)::bigint AS "cachedTokens",
  coalesce(sum(u.thoughts_tokens), 0)::bigint AS "thoughtsTokens", coalesce(sum(u.cost_micro_usd), 0)::bigint AS "microUsd"`;

/** What calls of one hour came to. */
export interface UsageOfHour extends UsageSums {
  readonly hour: Date;
}

/** Rows of UsageOfHour as a recordset under the alias `r`. */
export const USAGE_COLUMNS = sql`r(hour timestamptz, calls integer, "failedCalls" integer, "unpricedCalls" integer, "inputTokens" bigint, "outputTokens" bigint,
  "cachedTokens" bigint, "thoughtsTokens" bigint, "microUsd" bigint)`;

/** Its values in the order of the tables' columns. */
export const USAGE_VALUES = sql`r.hour, r.calls, r."failedCalls", r."unpricedCalls", r."inputTokens", r."outputTokens", r."cachedTokens", r."thoughtsTokens",
  r."microUsd"`;

export const USAGE_NAMES = sql`hour, calls, failed_calls, unpriced_calls, input_tokens, output_tokens, cached_tokens, thoughts_tokens, cost_micro_usd`;

/** Adds the new row to the one that is there, which the alias `u` names. */
export const ADD_USAGE = sql`calls = u.calls + EXCLUDED.calls, failed_calls = u.failed_calls + EXCLUDED.failed_calls,
  unpriced_calls = u.unpriced_calls + EXCLUDED.unpriced_calls, input_tokens = u.input_tokens + EXCLUDED.input_tokens,
  output_tokens = u.output_tokens + EXCLUDED.output_tokens, cached_tokens = u.cached_tokens + EXCLUDED.cached_tokens,
  thoughts_tokens = u.thoughts_tokens + EXCLUDED.thoughts_tokens, cost_micro_usd = u.cost_micro_usd + EXCLUDED.cost_micro_usd`;
