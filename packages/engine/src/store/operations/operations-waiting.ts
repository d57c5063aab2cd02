import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface OperationsWaiting {
  /** Pending and processing operations of the given types. */
  readonly live: number;
  /** Milliseconds until the earliest of the pending ones may be tried; 0 when it is due, null when none is pending. */
  readonly dueInMs: number | null;
}

/** What still waits, and how long a worker without work may sleep. */
export async function operationsWaiting(db: Db, _tenant: TenantScope, types: readonly string[]): Promise<OperationsWaiting> {
  const { rows } = await db.query<OperationsWaiting>(sql`
    SELECT count(*) AS live,
      CASE WHEN count(*) FILTER (WHERE status = 'pending') > 0
        THEN greatest(0, extract(epoch FROM min(next_attempt_at) FILTER (WHERE status = 'pending') - clock_timestamp()) * 1000)::double precision
      END AS "dueInMs" -- greatest() passes over a null: without the CASE an empty queue would be due at once, and a worker would never sleep
    FROM operation WHERE status IN ('pending', 'processing') AND payload IS NOT NULL AND type = ANY(${types}::text[])`);
  return rows[0] ?? { live: 0, dueInMs: null };
}
