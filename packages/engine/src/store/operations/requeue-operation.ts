import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Puts an operation whose worker is gone back in line, at its old place and due at once, also one that waits for a later try. Its attempts stay counted.
 * 0 when it has a living worker, or is not live.
 */
export async function requeueOperation(tx: Db, bank: BankScope, operationId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE operation
    SET status = 'pending', next_attempt_at = clock_timestamp(), leased_until = NULL, worker_id = NULL, progress = NULL, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${operationId} AND payload IS NOT NULL
      AND (status = 'pending' OR (status = 'processing' AND (leased_until IS NULL OR leased_until < clock_timestamp())))`);
  return affected;
}
