import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface BacklogCount {
  readonly type: string;
  readonly status: "pending" | "processing" | "failed";
  /** Public id of the bank; empty when banks are counted together. */
  readonly bankId: string;
  readonly count: number;
}

/** How many operations wait, are worked and have failed, parents left out. Reads every one of them: for a gauge that is refreshed now and then. */
export async function countBacklog(
  db: Db,
  _tenant: TenantScope,
  { perBank }: { readonly perBank: boolean },
): Promise<readonly BacklogCount[]> {
  const { rows } = await db.query<BacklogCount>(sql`
    SELECT o.type, o.status, coalesce(b.external_id, '') AS "bankId", o.count FROM (
      SELECT type, status, CASE WHEN ${perBank}::boolean THEN bank_id END AS bank_id, count(*) AS count FROM operation
      WHERE status IN ('pending', 'processing', 'failed') AND payload IS NOT NULL GROUP BY 1, 2, 3) AS o
    LEFT JOIN bank b ON b.bank_id = o.bank_id ORDER BY 1, 2, 3`);
  return rows;
}
