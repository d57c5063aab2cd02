import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface ChunkKey {
  readonly documentId: string;
  readonly chunkIndex: number;
}

export interface ChunkRow extends ChunkKey {
  readonly text: string;
}

/** Chunks by their keys, in no particular order. */
export async function readChunks(db: Db, bank: BankScope, keys: readonly ChunkKey[]): Promise<readonly ChunkRow[]> {
  const { rows } = await db.query<ChunkRow>(sql`
    SELECT c.document_id AS "documentId", c.chunk_index AS "chunkIndex", c.text
    FROM unnest(${keys.map((key) => key.documentId)}::text[], ${keys.map((key) => key.chunkIndex)}::integer[]) AS wanted(document_id, chunk_index)
    CROSS JOIN LATERAL (
      SELECT * FROM chunk WHERE bank_id = ${bank.key} AND document_id = wanted.document_id AND chunk_index = wanted.chunk_index OFFSET 0
    ) AS c`);
  return rows;
}
