import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes all runs of a bank. */
export async function deleteAllRuns(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM run WHERE bank_id = ${bank.key}`);
  return affected;
}
