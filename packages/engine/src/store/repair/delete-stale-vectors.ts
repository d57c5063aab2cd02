import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes vectors of other models than this one, of memories that have their vector of this one: nothing reads them any more. */
export async function deleteStaleVectors(tx: Db, bank: BankScope, modelId: number): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM memory_vector v WHERE v.bank_id = ${bank.key} AND v.model_id <> ${modelId} AND EXISTS (
      SELECT FROM memory_vector c WHERE c.bank_id = ${bank.key} AND c.memory_no = v.memory_no AND c.model_id = ${modelId})`);
  return affected;
}
