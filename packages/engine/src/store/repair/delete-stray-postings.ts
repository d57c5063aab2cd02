import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes postings of memories that are gone, and of terms that their memory does not name: no deletion would find them. */
export async function deleteStrayPostings(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM posting p WHERE p.bank_id = ${bank.key} AND NOT EXISTS (
      SELECT FROM memory m WHERE m.bank_id = ${bank.key} AND m.memory_no = p.memory_no AND p.term = ANY(m.terms))`);
  return affected;
}
