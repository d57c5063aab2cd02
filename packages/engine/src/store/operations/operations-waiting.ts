import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface OperationsWaiting {
  /** True while an operation of the given types is pending or processing. */
  readonly isLive: boolean;
  /** Milliseconds until the first that was put off comes due, 0 when it just has; null when none was. */
  readonly dueInMs: number | null;
}

/** Those that came due this short a time ago still count: they may have become so between a worker's last claim and its look here. */
const JUST_DUE_MS = 250;

/**
 * What still waits, and how long a worker without work may sleep. Operations that are due and held back by others are no reason to wake: the end of
 * those is. Both parts read one row of an index, however many wait.
 */
export async function operationsWaiting(db: Db, _tenant: TenantScope, types: readonly string[]): Promise<OperationsWaiting> {
  const { rows } = await db.query<OperationsWaiting>(sql`
    SELECT EXISTS (
        SELECT FROM operation WHERE status IN ('pending', 'processing') AND payload IS NOT NULL AND type = ANY(${types}::text[])) AS "isLive",
      (SELECT greatest(0, extract(epoch FROM o.next_attempt_at - clock_timestamp()) * 1000)::double precision FROM operation o
       WHERE o.status = 'pending' AND o.payload IS NOT NULL AND o.type = ANY(${types}::text[]) AND o.next_attempt_at > o.updated_at
         AND o.next_attempt_at > statement_timestamp() - ${JUST_DUE_MS}::double precision * interval '1 millisecond'
       ORDER BY o.next_attempt_at LIMIT 1) AS "dueInMs"`);
  return rows[0] ?? { isLive: false, dueInMs: null };
}
