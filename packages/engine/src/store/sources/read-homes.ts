import type { EditedField } from "../../domain/curation.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Where memories live, and what is needed to move them. */
export interface MemoryHome {
  readonly memoryNo: number;
  readonly documentId: string | null;
  readonly chunkIndex: number | null;
  /** SHA-256 of what it was read from, in hex. */
  readonly sourceHash: string | null;
  readonly text: string;
  readonly context: string | null;
  readonly language: string | null;
  /** Fields that a caller gave it, whatever its sources say. */
  readonly editedFields: readonly EditedField[];
  readonly mentionedAt: Date | null;
  readonly mentionedOffset: number | null;
  /** It has a vector, or waits for one. */
  readonly isEmbedded: boolean;
}

/** The homes of memories; numbers that are gone are left out. */
export async function readHomes(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly MemoryHome[]> {
  const { rows } = await db.query<MemoryHome>(sql`
    SELECT m.memory_no AS "memoryNo", m.document_id AS "documentId", m.chunk_index AS "chunkIndex",
      encode(m.source_hash, 'hex') AS "sourceHash", m.text, m.context, m.language, m.edited_fields AS "editedFields",
      m.mentioned_at AS "mentionedAt", m.mentioned_offset AS "mentionedOffset",
      EXISTS (SELECT FROM memory_vector AS v WHERE v.bank_id = m.bank_id AND v.memory_no = m.memory_no)
        OR EXISTS (SELECT FROM embedding_queue AS q WHERE q.bank_id = m.bank_id AND q.memory_no = m.memory_no) AS "isEmbedded"
    FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(${numbers}::integer[]) ORDER BY m.memory_no`);
  return rows;
}
