import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes all documents of a bank, with their chunks. */
export async function deleteAllDocuments(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM document WHERE bank_id = ${bank.key}`);
  return affected;
}
