import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Empties the inverted index of a bank. */
export async function deleteAllPostings(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM posting WHERE bank_id = ${bank.key}`);
  return affected;
}
