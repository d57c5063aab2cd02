import type { LlmRequestFilter } from "../../domain/llm-requests.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { llmRequestFilter } from "../filters/llm-request-filter.js";

/** How many entries a list of model calls has on all its pages: calls, or traces when they are grouped. */
export async function countLlmRequests(db: Db, bank: BankScope, filter: Omit<LlmRequestFilter, "limit" | "offset">): Promise<number> {
  const counted = filter.group ? sql`count(DISTINCT r.trace_id)` : sql`count(*)`;
  const { rows } = await db.query<{ total: number }>(
    sql`SELECT ${counted} AS total FROM llm_request AS r WHERE ${llmRequestFilter(bank, filter)}`,
  );
  return rows[0]?.total ?? 0;
}
