import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes those of these runs in which no memory stands any more, nor would stand when it comes back into use. */
export async function deleteEmptyRuns(tx: Db, bank: BankScope, runNumbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM run WHERE bank_id = ${bank.key} AND run_no = ANY(${runNumbers}::integer[])
      AND NOT EXISTS (SELECT FROM memory WHERE memory.bank_id = run.bank_id AND memory.run_no = run.run_no)
      AND NOT EXISTS (SELECT FROM invalidated_memory AS m WHERE m.bank_id = run.bank_id AND m.run_no = run.run_no)`);
  return affected;
}
