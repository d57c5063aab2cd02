import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Puts a failed or cancelled operation back in line at once, at the end; with a parent, those of its children that failed or were cancelled.
 * What was forgotten stays as it is. Returns how many were put back.
 */
export async function retryOperation(tx: Db, bank: BankScope, operationId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE operation
    SET status = 'pending', attempts = 0, next_attempt_at = clock_timestamp(), error_message = NULL, completed_at = NULL, updated_at = clock_timestamp(),
      sequence = DEFAULT
    WHERE bank_id = ${bank.key} AND status IN ('failed', 'cancelled') AND payload IS NOT NULL AND NOT payload ? 'forgotten'
      AND (operation_id = ${operationId} OR parent_id = ${operationId})`);
  return affected;
}
