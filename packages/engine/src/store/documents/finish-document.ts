import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes that a document is whole again, in the transaction of its last step. */
export async function finishDocument(tx: Db, bank: BankScope, documentId: string): Promise<void> {
  await tx.query(sql`UPDATE document SET writing = NULL WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
}
