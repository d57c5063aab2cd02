import { chunkId } from "../../domain/chunk-id.js";
import type { Paging, StoredChunk } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A page of a document's chunks, in the order of its text. */
export async function listChunks(db: Db, bank: BankScope, documentId: string, paging: Paging): Promise<readonly StoredChunk[]> {
  const { rows } = await db.query<Omit<StoredChunk, "chunkId">>(sql`
    SELECT document_id AS "documentId", chunk_index AS "chunkIndex", text, created_at AS "createdAt"
    FROM chunk WHERE bank_id = ${bank.key} AND document_id = ${documentId}
    ORDER BY chunk_index LIMIT ${paging.limit} OFFSET ${paging.offset}`);
  return rows.map((row) => ({ ...row, chunkId: chunkId({ ...row, bankId: bank.bankId }) }));
}
