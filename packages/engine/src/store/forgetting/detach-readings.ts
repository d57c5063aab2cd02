import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Gives what models read in memories ids that no memory has: the memories stay and say something else from now on, and the words that were read are those
 * of a memory that is gone. Before the memories change.
 */
export async function detachReadings(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE mental_model_source SET memory_id = gen_random_uuid()
    WHERE bank_id = ${bank.key} AND memory_id = ANY(ARRAY(
      SELECT m.id FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(${numbers}::integer[])))`);
  return affected;
}
