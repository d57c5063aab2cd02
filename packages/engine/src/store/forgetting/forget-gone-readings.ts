import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Forgets what models have read in memories that are gone, with the words that these had. */
export async function forgetGoneReadings(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM mental_model_source AS s
    WHERE s.bank_id = ${bank.key} AND (SELECT m.memory_no FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.id = s.memory_id) IS NULL`);
  return affected;
}
