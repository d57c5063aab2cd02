import type { LlmRequestFilter } from "../../domain/llm-requests.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { llmRequestFilter } from "../filters/llm-request-filter.js";

export interface LlmRequestSum {
  readonly time: Date;
  readonly status: "success" | "error";
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly thoughts: number;
  readonly total: number;
  readonly microUsd: number;
  /** Calls whose price is not known. */
  readonly unpriced: number;
}

/** Calls, tokens and cost by hour or day (UTC) and outcome; hours and days without a call have no row. */
export async function sumLlmRequests(
  db: Db,
  bank: BankScope,
  unit: "hour" | "day",
  filter: Pick<LlmRequestFilter, "operation" | "callType" | "start">,
): Promise<readonly LlmRequestSum[]> {
  const { rows } = await db.query<LlmRequestSum>(sql`
    SELECT date_trunc(${unit}::text, r.started_at, 'UTC') AS time, r.status, count(*) AS calls, sum(r.input_tokens)::bigint AS input,
      sum(r.output_tokens)::bigint AS output, sum(r.cached_tokens)::bigint AS cached, sum(r.thoughts_tokens)::bigint AS thoughts,
      sum(r.total_tokens)::bigint AS total, coalesce(sum(r.cost_micro_usd), 0)::bigint AS "microUsd",
      count(*) FILTER (WHERE r.cost_micro_usd IS NULL) AS unpriced
    FROM llm_request AS r WHERE ${llmRequestFilter(bank, filter)} GROUP BY 1, 2 ORDER BY 1, 2`);
  return rows;
}
