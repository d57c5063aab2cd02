import type { MemoryKind, Role } from "../../domain/memory.js";
import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import type { Trust } from "../../domain/trust.js";
import { type Db, sql } from "../db.js";

export interface DocumentMemory {
  readonly memoryNo: number;
  readonly id: string;
  readonly documentId: string;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  /** Those of its tags that come from labels. */
  readonly labelTags: readonly string[];
  readonly observationScopes: ObservationScopes | null;
  readonly chunkIndex: number | null;
  readonly runNo: number | null;
  readonly position: number | null;
  /** True when its run belongs to the document, false for a loose run or none. */
  readonly isInOwnRun: boolean;
  readonly speaker: string | null;
  readonly role: Role | null;
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
  /** A caller gave it the time at which it was said. */
  readonly hasOwnTime: boolean;
  /** True for one that is out of use. */
  readonly isInvalidated: boolean;
  /** SHA-256 of what it was read from, in hex; null for one that no retain made. */
  readonly sourceHash: string | null;
  /** True for a fact that a language model found: others may state it too, and it has no place in a run. */
  readonly isStatement: boolean;
  readonly trust: Trust;
}

/**
 * The memories of some documents in the order of their text, at most `limit`: those at home there, and those at home elsewhere that they state too, with
 * what the document itself says of them. A memory that several chunks state comes once for each.
 */
export async function readDocumentMemories(
  db: Db,
  bank: BankScope,
  documentIds: readonly string[],
  limit: number | null = null,
): Promise<readonly DocumentMemory[]> {
  const { rows } = await db.query<DocumentMemory>(sql`
    SELECT m.memory_no AS "memoryNo", m.id, m.document_id AS "documentId", m.kind, m.text, m.context, m.metadata, m.tags, m.label_tags AS "labelTags",
      nullif(m.observation_scopes, 'null') AS "observationScopes", m.chunk_index AS "chunkIndex", m.run_no AS "runNo", m.position,
      run.document_id IS NOT NULL AS "isInOwnRun", m.speaker, m.role, m.mentioned_at AS "mentionedAt", m.mentioned_offset AS "mentionedOffset",
      'mentioned_at' = ANY(m.edited_fields) AS "hasOwnTime", false AS "isInvalidated", encode(m.source_hash, 'hex') AS "sourceHash", m.statement_hash IS NOT NULL AS "isStatement", m.trust
    FROM memory m LEFT JOIN run ON run.bank_id = m.bank_id AND run.run_no = m.run_no
    WHERE m.bank_id = ${bank.key} AND m.document_id = ANY(${documentIds}::text[]) AND m.kind <> 'observation'
    UNION ALL
    SELECT m.memory_no, m.id, s.document_id, m.kind, s.text, s.context, s.metadata, m.tags, m.label_tags, nullif(m.observation_scopes, 'null'), s.chunk_index,
      NULL, NULL, false, m.speaker, m.role, s.mentioned_at, s.mentioned_offset, false, false, encode(s.source_hash, 'hex'), m.statement_hash IS NOT NULL, m.trust
    FROM memory_source AS s
    CROSS JOIN LATERAL (SELECT * FROM memory WHERE bank_id = ${bank.key} AND memory_no = s.memory_no OFFSET 0) AS m
    WHERE s.bank_id = ${bank.key} AND s.document_id = ANY(${documentIds}::text[]) AND (m.document_id, m.chunk_index) IS DISTINCT FROM (s.document_id, s.chunk_index)
    ORDER BY "documentId", "chunkIndex", position, "memoryNo"
    LIMIT ${limit}::integer`);
  return rows;
}
