import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface UnlearntCount {
  /** Public id of the bank; empty when banks are counted together. */
  readonly bankId: string;
  readonly waiting: number;
  readonly failed: number;
}

/** How many facts wait to be consolidated, and could not be. Reads each of them: for a gauge that is refreshed now and then. */
export async function countUnlearnt(
  db: Db,
  _tenant: TenantScope,
  { perBank }: { readonly perBank: boolean },
): Promise<readonly UnlearntCount[]> {
  const { rows } = await db.query<UnlearntCount>(sql`
    SELECT coalesce(b.external_id, '') AS "bankId", coalesce(sum(found.waiting), 0)::bigint AS waiting, coalesce(sum(found.failed), 0)::bigint AS failed FROM (
      SELECT bank_id, count(*) FILTER (WHERE consolidation_failed_at IS NULL) AS waiting, count(*) FILTER (WHERE consolidation_failed_at IS NOT NULL) AS failed
      FROM memory WHERE kind <> 'observation' AND consolidated_at IS NULL GROUP BY bank_id) AS found
    LEFT JOIN bank b ON ${perBank}::boolean AND b.bank_id = found.bank_id
    GROUP BY 1 ORDER BY 1`);
  return rows;
}
