import type { LlmRequestDetail } from "../../domain/llm-requests.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

/** One attempt at a model call, as it is kept: its end follows from its time, and its cost is a whole number. */
export interface LlmRequestRow extends Omit<LlmRequestDetail, "endedAt" | "costUsd"> {
  /** Null: the price of the model is not known. */
  readonly costMicroUsd: number | null;
  /** How often the bank had forgotten memories before the call read some; null for a call that shows none. */
  readonly forgettings: number | null;
}

/**
 * Keeps calls of one bank, of which those that are there already are left alone (a batch may be sent twice). A bank that was deleted meanwhile keeps
 * none: that is no error. Nor does a call keep the words that it showed when they may be gone by now, whose deletion came before this row: of a document
 * that was read again, of memories that it names, of any memory when the bank has forgotten some since (SHARE: a deletion that is under way ends first).
 * JSON per row instead of arrays per column, since most of a row is JSON anyway.
 */
export async function insertLlmRequests(db: Db, bank: BankScope, rows: readonly LlmRequestRow[]): Promise<void> {
  await db.query(sql`
    INSERT INTO llm_request (bank_id, id, call_type, operation, scope, provider, model, status, trace_id, span_id, started_at, duration_ms, input_tokens,
      output_tokens, cached_tokens, thoughts_tokens, total_tokens, cost_micro_usd, input, output, error, llm_info, metadata)
    SELECT b.bank_id, r.id, r."callType", r.operation, r.scope, r.provider, r.model, r.status, r."traceId", r."spanId", r."startedAt", r."durationMs",
      r."inputTokens", r."outputTokens", r."cachedTokens", r."thoughtsTokens", r."totalTokens", r."costMicroUsd",
      CASE WHEN NOT f.gone THEN nullif(r.input, 'null') END, CASE WHEN NOT f.gone THEN nullif(r.output, 'null') END,
      CASE WHEN NOT f.gone THEN r.error WHEN r.error IS NOT NULL THEN 'forgotten with what it was about' END,
      CASE WHEN f.gone THEN r."llmInfo" || '{"forgotten": true}' ELSE r."llmInfo" END, CASE WHEN f.gone THEN '{}' ELSE r.metadata END
    FROM (SELECT bank_id, forgettings FROM bank WHERE bank_id = ${bank.key} FOR SHARE) AS b
    CROSS JOIN jsonb_to_recordset(${json(rows)}::jsonb) AS r(
      id uuid, "callType" text, operation text, scope text, provider text, model text, status text, "traceId" text, "spanId" text, "startedAt" timestamptz,
      "durationMs" integer, "inputTokens" integer, "outputTokens" integer, "cachedTokens" integer, "thoughtsTokens" integer, "totalTokens" integer,
      "costMicroUsd" bigint, input jsonb, output jsonb, error text, "llmInfo" jsonb, metadata jsonb, forgettings integer)
    CROSS JOIN LATERAL (SELECT coalesce(r.forgettings <> b.forgettings, false)
      OR (r.metadata ? 'reprocess' AND NOT EXISTS (
        SELECT 1 FROM document AS d WHERE d.bank_id = b.bank_id AND d.document_id = r.metadata ->> 'document_id'))
      OR (r.forgettings IS NOT NULL AND jsonb_typeof(r.metadata -> 'memory_ids') = 'array' AND EXISTS (
        SELECT 1 FROM jsonb_array_elements_text(r.metadata -> 'memory_ids') AS named(id)
        WHERE NOT EXISTS (SELECT 1 FROM memory AS m WHERE m.bank_id = b.bank_id AND m.id = named.id::uuid))) AS gone) AS f
    ON CONFLICT (bank_id, id) DO NOTHING`);
}
