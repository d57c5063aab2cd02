import type { LlmRequestFilter } from "../../domain/llm-requests.js";
import type { BankScope } from "../../domain/scope.js";
import { allOf, json, type Statement, sql } from "../db.js";
import { timeFilter } from "./time-filter.js";

/**
 * What a list of model calls may ask for, over table `llm_request` under the alias `r`. A document or a memory is found in the metadata that callers
 * give: by itself or in a list.
 */
export function llmRequestFilter(bank: BankScope, filter: Omit<LlmRequestFilter, "limit" | "offset" | "group">): Statement {
  const conditions: Statement[] = [sql`r.bank_id = ${bank.key}`, timeFilter(sql`r.started_at`, filter.start, filter.end)];
  if (filter.id) conditions.push(sql`r.id = ${filter.id}::uuid`);
  if (filter.status) conditions.push(sql`r.status = ${filter.status}`);
  if (filter.operation) conditions.push(sql`r.operation = ${filter.operation}`);
  if (filter.scope) conditions.push(sql`r.scope = ${filter.scope}`);
  if (filter.callType) conditions.push(sql`r.call_type = ${filter.callType}`);
  if (filter.provider) conditions.push(sql`r.provider = ${filter.provider}`);
  if (filter.traceId) conditions.push(sql`r.trace_id = ${filter.traceId}`);
  if (filter.documentId) conditions.push(named(filter.documentId, ["document_id"], ["document_ids"]));
  if (filter.memoryId) conditions.push(named(filter.memoryId, ["memory_id"], ["memory_ids", "source_memory_ids"]));
  return allOf(conditions);
}

function named(id: string, single: readonly string[], lists: readonly string[]): Statement {
  const forms = [...single.map((key) => ({ [key]: id })), ...lists.map((key) => ({ [key]: [id] }))];
  return sql`r.metadata @> ANY(${forms.map((form) => json(form).json)}::jsonb[])`;
}
