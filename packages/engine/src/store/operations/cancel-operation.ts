import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Cancels a pending operation, and with a parent those of its children that have not begun. Returns how many rows were cancelled;
 * 0 when there is no such operation or it is no longer pending. A parent counts as pending while any child is.
 */
export async function cancelOperation(tx: Db, bank: BankScope, operationId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE operation
    SET status = 'cancelled', completed_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND status = 'pending' AND payload IS NOT NULL
      AND (operation_id = ${operationId} OR parent_id = ${operationId})`);
  return affected;
}
