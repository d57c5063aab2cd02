import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes a document's row; its chunks, runs and whatever memories it still has go by foreign key. False when there was none. */
export async function deleteDocument(tx: Db, bank: BankScope, documentId: string): Promise<boolean> {
  const { affected } = await tx.query(sql`DELETE FROM document WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return affected > 0;
}
