import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes another reason why a memory is out of use. */
export async function noteReason(tx: Db, bank: BankScope, memoryNo: number, reason: string | null): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE invalidated_memory SET reason = ${reason} WHERE bank_id = ${bank.key} AND memory_no = ${memoryNo}`);
  return affected;
}
