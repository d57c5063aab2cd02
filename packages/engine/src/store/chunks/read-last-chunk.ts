import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface LastChunk {
  readonly chunkIndex: number;
  readonly text: string;
}

/** The last chunk of a document, which an append may fill up; null when it has none. */
export async function readLastChunk(db: Db, bank: BankScope, documentId: string): Promise<LastChunk | null> {
  const { rows } = await db.query<LastChunk>(sql`
    SELECT chunk_index AS "chunkIndex", text FROM chunk
    WHERE bank_id = ${bank.key} AND document_id = ${documentId} ORDER BY chunk_index DESC LIMIT 1`);
  return rows[0] ?? null;
}
