import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { DocumentMemory } from "../memories/read-document-memories.js";

/** The memories out of use that documents state, as `readDocumentMemories` gives those in use: what stands in a text is not to be made anew. */
export async function readInvalidatedMemories(db: Db, bank: BankScope, documentIds: readonly string[]): Promise<readonly DocumentMemory[]> {
  const { rows } = await db.query<DocumentMemory>(sql`
    SELECT m.memory_no AS "memoryNo", m.id, m.document_id AS "documentId", m.kind, m.text, m.context, m.metadata, m.tags, m.label_tags AS "labelTags",
      nullif(m.observation_scopes, 'null') AS "observationScopes", m.chunk_index AS "chunkIndex", NULL AS "runNo", NULL AS position, false AS "isInOwnRun",
      m.speaker, m.role, m.mentioned_at AS "mentionedAt", m.mentioned_offset AS "mentionedOffset",
      'mentioned_at' = ANY(m.edited_fields) AS "hasOwnTime", true AS "isInvalidated", encode(m.source_hash, 'hex') AS "sourceHash", m.statement_hash IS NOT NULL AS "isStatement",
      m.trust
    FROM invalidated_memory m WHERE m.bank_id = ${bank.key} AND m.document_id = ANY(${documentIds}::text[])
    UNION ALL
    SELECT m.memory_no, m.id, s.document_id, m.kind, s.text, s.context, s.metadata, m.tags, m.label_tags, nullif(m.observation_scopes, 'null'), s.chunk_index,
      NULL, NULL, false, m.speaker, m.role, s.mentioned_at, s.mentioned_offset, false, true, encode(s.source_hash, 'hex'), m.statement_hash IS NOT NULL,
      m.trust
    FROM invalidated_source AS s
    CROSS JOIN LATERAL (SELECT * FROM invalidated_memory WHERE bank_id = ${bank.key} AND memory_no = s.memory_no OFFSET 0) AS m
    WHERE s.bank_id = ${bank.key} AND s.document_id = ANY(${documentIds}::text[]) AND (m.document_id, m.chunk_index) IS DISTINCT FROM (s.document_id, s.chunk_index)
    ORDER BY "documentId", "chunkIndex", "memoryNo"`);
  return rows;
}
