import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Fails an operation that no living worker has, with a reason; it keeps its payload for a retry by hand. 0 when it has one, or is not live. */
export async function giveUpOperation(tx: Db, bank: BankScope, operationId: string, errorMessage: string): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE operation
    SET status = 'failed', error_message = ${errorMessage}, leased_until = NULL, worker_id = NULL, progress = NULL,
      completed_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${operationId} AND payload IS NOT NULL
      AND (status = 'pending' OR (status = 'processing' AND (leased_until IS NULL OR leased_until < clock_timestamp())))`);
  return affected;
}
