import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes a document's chunks from an index on. */
export async function deleteChunksFrom(tx: Db, bank: BankScope, documentId: string, chunkIndex: number): Promise<void> {
  await tx.query(sql`
    DELETE FROM chunk WHERE bank_id = ${bank.key} AND document_id = ${documentId} AND chunk_index >= ${chunkIndex}::integer`);
}
