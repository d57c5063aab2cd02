import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes all vectors of a bank. */
export async function deleteAllVectors(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM memory_vector WHERE bank_id = ${bank.key}`);
  return affected;
}
