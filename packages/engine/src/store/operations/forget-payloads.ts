import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Takes what a document was to be made of out of the operations that failed or were cancelled; null is every document of the bank. The other documents of
 * such an operation stay in it, and how far it came is counted without the one that went. One that has nothing left to do is marked as forgotten, and
 * cannot be retried. Returns the ids of the operations that were changed.
 */
export async function forgetPayloads(tx: Db, bank: BankScope, documentId: string | null): Promise<readonly string[]> {
  const { rows } = await tx.query<{ operationId: string }>(sql`
    WITH held AS (
      SELECT o.operation_id, part.documents, step.checkpoint,
        ${documentId}::text IS NULL OR part.documents IS NULL OR jsonb_array_length(part.documents) = 0
          OR (jsonb_array_length(part.documents) <= (step.checkpoint ->> 'documents')::integer AND step.checkpoint -> 'failed' = '[]') AS is_empty
      FROM operation o,
        LATERAL (
          SELECT coalesce((o.result_metadata #>> '{checkpoint,documents}')::integer, 0) AS documents,
            coalesce((o.result_metadata #>> '{checkpoint,pieces}')::integer, 0) AS pieces,
            coalesce(o.result_metadata #> '{checkpoint,failed}', '[]') AS failed OFFSET 0) AS done,
        LATERAL (
          SELECT jsonb_agg(d.value ORDER BY d.place) FILTER (WHERE d.value ->> 'document_id' IS DISTINCT FROM ${documentId}::text) AS documents,
            count(*) FILTER (WHERE d.value ->> 'document_id' = ${documentId}::text AND d.place <= done.documents) AS stored,
            coalesce(bool_or(d.value ->> 'document_id' = ${documentId}::text AND d.place = done.documents + 1), false) AS is_next
          FROM jsonb_array_elements(coalesce(o.payload -> 'documents', '[]')) WITH ORDINALITY AS d(value, place) OFFSET 0) AS part,
        LATERAL (
          SELECT jsonb_build_object('documents', done.documents - part.stored, 'pieces', CASE WHEN part.is_next THEN 0 ELSE done.pieces END,
            'failed', done.failed - coalesce(${documentId}::text, '')) AS checkpoint OFFSET 0) AS step
      WHERE o.bank_id = ${bank.key} AND o.status IN ('failed', 'cancelled') AND o.type IN ('retain', 'file_convert_retain')
        AND o.payload IS NOT NULL AND NOT o.payload ? 'forgotten'
        AND (${documentId}::text IS NULL OR o.payload ->> 'document_id' = ${documentId}::text
          OR o.payload -> 'documents' @> jsonb_build_array(jsonb_build_object('document_id', ${documentId}::text)))
    )
    UPDATE operation SET updated_at = clock_timestamp(),
      payload = CASE WHEN held.is_empty THEN '{"documents": [], "forgotten": true}' ELSE jsonb_build_object('documents', held.documents) END,
      result_metadata = CASE WHEN operation.result_metadata ? 'checkpoint'
        THEN jsonb_set(operation.result_metadata, '{checkpoint}', held.checkpoint) ELSE operation.result_metadata END
    FROM held
    WHERE operation.bank_id = ${bank.key} AND operation.operation_id = held.operation_id AND operation.status IN ('failed', 'cancelled')
    RETURNING operation.operation_id AS "operationId"`);
  return rows.map((row) => row.operationId);
}
