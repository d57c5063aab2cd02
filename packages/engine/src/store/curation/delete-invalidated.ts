import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes memories out of use, with the sources and links that they kept; returns how many there were. */
export async function deleteInvalidated(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM invalidated_memory WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[])`);
  return affected;
}
