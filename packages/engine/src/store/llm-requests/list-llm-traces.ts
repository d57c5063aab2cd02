import type { LlmRequestDetail, LlmRequestFilter } from "../../domain/llm-requests.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { llmRequestFilter } from "../filters/llm-request-filter.js";
import { LLM_REQUEST_DETAIL } from "../shapes/llm-request-detail.js";

/** A page of traces, the newest first, each with all its calls that pass the filter in the order in which they were made. */
export async function listLlmTraces(db: Db, bank: BankScope, filter: LlmRequestFilter): Promise<readonly LlmRequestDetail[]> {
  const { rows } = await db.query<LlmRequestDetail>(sql`
    WITH trace AS (
      SELECT r.trace_id, max(r.started_at) AS last FROM llm_request AS r WHERE ${llmRequestFilter(bank, filter)}
      GROUP BY r.trace_id ORDER BY last DESC, r.trace_id LIMIT ${filter.limit} OFFSET ${filter.offset})
    SELECT ${LLM_REQUEST_DETAIL} FROM llm_request AS r JOIN trace USING (trace_id) WHERE ${llmRequestFilter(bank, filter)}
    ORDER BY trace.last DESC, r.trace_id, r.started_at, r.id`);
  return rows;
}
