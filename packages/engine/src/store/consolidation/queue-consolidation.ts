import { CONSOLIDATION } from "../../domain/learning.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What holds in a bank that says nothing itself. */
export interface ConsolidationDefaults {
  readonly enableObservations: boolean;
  readonly enableAutoConsolidation: boolean;
}

/**
 * Queues a consolidation of the whole bank, unless one waits or the bank has switched it off; true when it was queued. The caller holds the bank's row.
 *
 * One statement, since it is part of every write of memories: switches, look and insert were four. The one that waits is locked until the caller commits:
 * a worker that took it meanwhile would not see what the caller writes. One that a worker is just taking is passed over, and a new one is queued.
 */
export async function queueConsolidation(
  tx: Db,
  bank: BankScope,
  operationId: string,
  { enableObservations, enableAutoConsolidation }: ConsolidationDefaults,
): Promise<boolean> {
  const { affected } = await tx.query(sql`
    WITH waiting AS MATERIALIZED (
      SELECT operation_id FROM operation
      WHERE bank_id = ${bank.key} AND type = ${CONSOLIDATION} AND subject = '' AND status = 'pending' AND payload IS NOT NULL
      LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    )
    INSERT INTO operation (bank_id, operation_id, type, payload, subject, next_attempt_at)
    SELECT bank_id, ${operationId}::uuid, ${CONSOLIDATION}, '{}', '', clock_timestamp()
    FROM bank
    WHERE bank_id = ${bank.key} AND NOT EXISTS (SELECT FROM waiting)
      AND coalesce(config -> 'enable_observations', to_jsonb(${enableObservations}::boolean)) <> 'false'
      AND coalesce(config -> 'enable_auto_consolidation', to_jsonb(${enableAutoConsolidation}::boolean)) <> 'false'`);
  return affected > 0;
}
