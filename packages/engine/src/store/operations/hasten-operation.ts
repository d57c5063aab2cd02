import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Makes an operation that is put off due now, at its old place; with a parent, those of its children that are. Its tries stay counted, and the reason of
 * the delay stays shown until it is taken. Returns how many were put off.
 */
export async function hastenOperation(tx: Db, bank: BankScope, operationId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE operation SET next_attempt_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND status = 'pending' AND payload IS NOT NULL AND next_attempt_at > clock_timestamp()
      AND (operation_id = ${operationId} OR parent_id = ${operationId})`);
  return affected;
}
