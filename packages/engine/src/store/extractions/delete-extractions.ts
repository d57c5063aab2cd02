import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Drops what an operation had read, in the transaction that stores the last of it. */
export async function deleteExtractions(tx: Db, bank: BankScope, operationId: string): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM extraction WHERE bank_id = ${bank.key} AND operation_id = ${operationId}`);
  return affected;
}
