import type { LlmRequestDetail, LlmRequestFilter } from "../../domain/llm-requests.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { llmRequestFilter } from "../filters/llm-request-filter.js";
import { LLM_REQUEST_DETAIL } from "../shapes/llm-request-detail.js";

/** A page of recorded model calls, last started first. */
export async function listLlmRequests(db: Db, bank: BankScope, filter: LlmRequestFilter): Promise<readonly LlmRequestDetail[]> {
  const { rows } = await db.query<LlmRequestDetail>(sql`
    SELECT ${LLM_REQUEST_DETAIL} FROM llm_request AS r WHERE ${llmRequestFilter(bank, filter)}
    ORDER BY r.started_at DESC, r.id LIMIT ${filter.limit} OFFSET ${filter.offset}`);
  return rows;
}
