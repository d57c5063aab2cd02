import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Has facts consolidated again, except those from which nothing is learnt; returns how many were consolidated before. `updated_at` stays: nothing that they say has changed, and a reader of what is
 * new must not meet them again.
 */
export async function requeueFacts(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE memory SET consolidated_at = NULL
    WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[]) AND consolidated_at IS NOT NULL AND is_learnt AND kind <> 'observation'`);
  return affected;
}
