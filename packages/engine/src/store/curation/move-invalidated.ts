import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Takes a document from the sources of memories out of use that others state too. One that was at home there moves to the source that was said first, and
 * says what that one says, but for what a caller edited.
 */
export async function moveInvalidated(tx: Db, bank: BankScope, documentId: string, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH moved AS (
      UPDATE invalidated_memory AS m
      SET document_id = to_source.document_id, chunk_index = to_source.chunk_index, source_hash = to_source.source_hash, metadata = to_source.metadata,
        attachment_ids = to_source.attachment_ids,
        text = CASE WHEN 'text' = ANY(m.edited_fields) THEN m.text ELSE to_source.text END,
        context = CASE WHEN 'context' = ANY(m.edited_fields) THEN m.context ELSE to_source.context END,
        mentioned_at = CASE WHEN 'mentioned_at' = ANY(m.edited_fields) THEN m.mentioned_at ELSE to_source.mentioned_at END,
        mentioned_offset = CASE WHEN 'mentioned_at' = ANY(m.edited_fields) THEN m.mentioned_offset ELSE to_source.mentioned_offset END,
        terms = '{}',
        mentions = CASE WHEN 'entities' = ANY(m.edited_fields) THEN m.mentions ELSE (
          SELECT coalesce(jsonb_agg(name), '[]') FROM jsonb_array_elements(m.mentions) AS name
          WHERE EXISTS (SELECT FROM invalidated_source AS own WHERE own.bank_id = ${bank.key} AND own.memory_no = m.memory_no
              AND own.document_id <> ${documentId} AND (name ->> 'id')::uuid = ANY(own.entity_ids))
            OR 'text' = ANY(m.edited_fields) AND position(lower(name ->> 'name') IN lower(m.text)) > 0) END
      FROM (
        SELECT DISTINCT ON (s.memory_no) s.* FROM invalidated_source AS s
        WHERE s.bank_id = ${bank.key} AND s.memory_no = ANY(${numbers}::integer[]) AND s.document_id <> ${documentId}
        ORDER BY s.memory_no, s.mentioned_at NULLS LAST, s.created_at, s.document_id, s.chunk_index
      ) AS to_source
      WHERE m.bank_id = ${bank.key} AND m.memory_no = to_source.memory_no AND m.document_id = ${documentId}
    )
    DELETE FROM invalidated_source WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[]) AND document_id = ${documentId}`);
  return affected;
}
