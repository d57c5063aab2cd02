import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the vectors of these memories, of whatever model. */
export async function deleteVectors(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(
    sql`DELETE FROM memory_vector WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[])`,
  );
  return affected;
}
