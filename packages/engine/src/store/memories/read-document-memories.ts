import type { MemoryKind, Role } from "../../domain/memory.js";
import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
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
  /** SHA-256 of what it was read from, in hex; null for one that no retain made. */
  readonly sourceHash: string | null;
}

/** The memories of some documents in the order of their text, at most `limit`. */
export async function readDocumentMemories(
  db: Db,
  bank: BankScope,
  documentIds: readonly string[],
  limit: number | null = null,
): Promise<readonly DocumentMemory[]> {
  const { rows } = await db.query<DocumentMemory>(sql`
    SELECT m.memory_no AS "memoryNo", m.id, m.document_id AS "documentId", m.kind, m.text, m.context, m.metadata, m.tags,
      nullif(m.observation_scopes, 'null') AS "observationScopes", m.chunk_index AS "chunkIndex", m.run_no AS "runNo", m.position,
      run.document_id IS NOT NULL AS "isInOwnRun", m.speaker, m.role, m.mentioned_at AS "mentionedAt", m.mentioned_offset AS "mentionedOffset",
      encode(m.source_hash, 'hex') AS "sourceHash"
    FROM memory m LEFT JOIN run ON run.bank_id = m.bank_id AND run.run_no = m.run_no
    WHERE m.bank_id = ${bank.key} AND m.document_id = ANY(${documentIds}::text[]) AND m.kind <> 'observation'
    ORDER BY m.document_id, m.chunk_index, m.position, m.memory_no
    LIMIT ${limit}::integer`);
  return rows;
}
