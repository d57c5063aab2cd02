import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes the home of memories as the first of their sources, where they have no further one yet: before these are inserted. */
export async function insertHomeSources(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO memory_source (bank_id, memory_no, document_id, chunk_index, text, source_hash, context, metadata, attachment_ids, entity_ids,
      mentioned_at, mentioned_offset, created_at)
    SELECT m.bank_id, m.memory_no, m.document_id, m.chunk_index, m.text, m.source_hash, m.context, m.metadata, m.attachment_ids,
      ARRAY(SELECT mention.entity_id FROM memory_entity AS mention WHERE mention.bank_id = m.bank_id AND mention.memory_no = m.memory_no),
      m.mentioned_at, m.mentioned_offset, m.created_at
    FROM memory AS m
    WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(${numbers}::integer[]) AND m.document_id IS NOT NULL AND m.chunk_index IS NOT NULL
      AND NOT EXISTS (SELECT FROM memory_source AS s WHERE s.bank_id = m.bank_id AND s.memory_no = m.memory_no)`);
}
