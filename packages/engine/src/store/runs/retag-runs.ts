import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Gives the runs of a document these tags, sorted as runs keep them. */
export async function retagRuns(tx: Db, bank: BankScope, documentId: string, tags: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE run SET tags = ${[...tags].sort()}::text[] WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return affected;
}
