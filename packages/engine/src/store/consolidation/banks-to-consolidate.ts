import { CONSOLIDATION } from "../../domain/learning.js";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { ownBank } from "../filters/own-bank.js";
import type { ConsolidationDefaults } from "./queue-consolidation.js";

/** Failures after which the pause does not grow any more. */
const MOST_DOUBLINGS = 7;

/**
 * Row keys of the banks in which facts wait and no consolidation does, oldest first. One whose last consolidations failed is left alone for `pauseMs`,
 * twice that after the second failure in a row, and so on up to 128 times: what fails for good costs a few calls a day.
 */
export async function banksToConsolidate(
  db: Db,
  _tenant: TenantScope,
  { pauseMs, limit, ...defaults }: ConsolidationDefaults & { readonly pauseMs: number; readonly limit: number },
): Promise<readonly number[]> {
  const { rows } = await db.query<{ key: number }>(sql`
    SELECT b.bank_id AS key FROM bank b
    WHERE ${ownBank} AND coalesce(b.config -> 'enable_observations', to_jsonb(${defaults.enableObservations}::boolean)) <> 'false'
      AND coalesce(b.config -> 'enable_auto_consolidation', to_jsonb(${defaults.enableAutoConsolidation}::boolean)) <> 'false'
      AND EXISTS (
        SELECT FROM memory m
        WHERE m.bank_id = b.bank_id AND m.kind <> 'observation' AND m.consolidated_at IS NULL AND m.consolidation_failed_at IS NULL)
      AND NOT EXISTS (
        SELECT FROM operation o
        WHERE o.bank_id = b.bank_id AND o.type = ${CONSOLIDATION} AND o.status IN ('pending', 'processing') AND o.payload IS NOT NULL)
      AND (
        SELECT count(*) = 0 OR max(failed.completed_at) < clock_timestamp()
          - ${pauseMs}::double precision * power(2, least(count(*) - 1, ${MOST_DOUBLINGS}::integer)) * interval '1 millisecond'
        FROM operation failed
        WHERE failed.bank_id = b.bank_id AND failed.type = ${CONSOLIDATION} AND failed.status = 'failed' AND failed.completed_at > coalesce((
          SELECT max(done.completed_at) FROM operation done
          WHERE done.bank_id = b.bank_id AND done.type = ${CONSOLIDATION} AND done.status = 'completed'), '-infinity'))
    ORDER BY b.bank_id LIMIT ${limit}::integer`);
  return rows.map((row) => row.key);
}
