import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Forgets that models have read these memories, with the words that they had when they were read. Before the memories go, whose ids it looks up. */
export async function forgetReadMemories(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM mental_model_source
    WHERE bank_id = ${bank.key} AND memory_id = ANY(ARRAY(
      SELECT m.id FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(${numbers}::integer[])))`);
  return affected;
}
