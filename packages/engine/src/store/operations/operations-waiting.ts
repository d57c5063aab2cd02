import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Those that came due this short a time ago still count: they may have become so between a worker's last claim and its look here. */
const JUST_DUE_MS = 250;

/**
 * How long a worker without work may sleep: milliseconds until the first operation that was put off comes due, 0 when it just has; null when none was.
 * Operations that are due and held back by others are no reason to wake: the end of those is. It reads one row of an index, however many wait.
 */
export async function operationsWaiting(db: Db, _tenant: TenantScope, types: readonly string[]): Promise<number | null> {
  const { rows } = await db.query<{ dueInMs: number }>(sql`
    SELECT greatest(0, extract(epoch FROM o.next_attempt_at - clock_timestamp()) * 1000)::double precision AS "dueInMs" FROM operation o
    WHERE o.status = 'pending' AND o.payload IS NOT NULL AND o.type = ANY(${types}::text[]) AND o.next_attempt_at > o.updated_at
      AND o.next_attempt_at > statement_timestamp() - ${JUST_DUE_MS}::double precision * interval '1 millisecond'
    ORDER BY o.next_attempt_at LIMIT 1`);
  return rows[0]?.dueInMs ?? null;
}
