import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ChunkRow {
  readonly documentId: string;
  readonly chunkIndex: number;
  /** Empty when the bank does not keep texts. */
  readonly text: string;
  readonly contentHash: string;
  /** SHA-256 of what a language model read it from, in hex; null when none did. */
  readonly sourceHash: string | null;
}

/** Writes chunks, over those of the same index where there are any. */
export async function upsertChunks(tx: Db, bank: BankScope, rows: readonly ChunkRow[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO chunk (bank_id, document_id, chunk_index, text, content_hash, source_hash)
    SELECT ${bank.key}, r.document_id, r.chunk_index, r.text, r.content_hash, decode(r.source_hash, 'hex')
    FROM unnest(
      ${rows.map((r) => r.documentId)}::text[], ${rows.map((r) => r.chunkIndex)}::integer[], ${rows.map((r) => r.text)}::text[],
      ${rows.map((r) => r.contentHash)}::text[], ${rows.map((r) => r.sourceHash)}::text[]
    ) AS r(document_id, chunk_index, text, content_hash, source_hash)
    ON CONFLICT (bank_id, document_id, chunk_index) DO UPDATE
    SET text = EXCLUDED.text, content_hash = EXCLUDED.content_hash, source_hash = EXCLUDED.source_hash`);
}
