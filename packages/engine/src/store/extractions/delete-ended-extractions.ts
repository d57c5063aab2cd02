import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Drops what operations had read that failed or were cancelled: the given ones, null for all of the bank. A retry reads it again. Returns how many rows. */
export async function deleteEndedExtractions(tx: Db, bank: BankScope, operationIds: readonly string[] | null): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM extraction AS e
    WHERE e.bank_id = ${bank.key} AND (${operationIds}::uuid[] IS NULL OR e.operation_id = ANY(${operationIds}::uuid[]))
      AND (SELECT o.status FROM operation o WHERE o.bank_id = e.bank_id AND o.operation_id = e.operation_id) IN ('failed', 'cancelled')`);
  return affected;
}
