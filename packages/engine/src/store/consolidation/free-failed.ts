import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Lets facts that could not be consolidated wait for it again; returns how many. */
export async function freeFailed(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE memory SET consolidated_at = NULL, consolidation_failed_at = NULL
    WHERE bank_id = ${bank.key} AND kind <> 'observation' AND consolidation_failed_at IS NOT NULL`);
  return affected;
}
