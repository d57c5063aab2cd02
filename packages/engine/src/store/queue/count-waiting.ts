import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface Waiting {
  readonly count: number;
  /** Milliseconds until the first may be tried; 0 when one is due, null when none waits. */
  readonly dueInMs: number | null;
}

/** How many memories wait for their vector, in all banks. */
export async function countWaiting(db: Db, _tenant: TenantScope): Promise<Waiting> {
  const { rows } = await db.query<Waiting>(sql`
    SELECT count(*) AS count,
      CASE WHEN count(*) FILTER (WHERE not_before IS NULL) > 0 THEN 0
        ELSE greatest(0, extract(epoch FROM min(not_before) - clock_timestamp()) * 1000)::double precision END AS "dueInMs"
    FROM embedding_queue`);
  return rows[0]?.count === 0 ? { count: 0, dueInMs: null } : (rows[0] ?? { count: 0, dueInMs: null });
}
