import type { OperationStatus } from "../../domain/resources.js";
import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What is wrong with an operation that does not get on by itself. */
export type StuckReason = "no_worker" | "long_due" | "children_ended" | "no_children" | "no_parent";

export interface StuckOperation {
  readonly bankKey: number;
  readonly bankId: string;
  readonly operationId: string;
  readonly type: string;
  readonly status: OperationStatus;
  readonly reason: StuckReason;
  readonly attempts: number;
  readonly workerId: string | null;
  readonly updatedAt: Date;
  /** When a pending one came due, or when the lease of one at work ran out. */
  readonly since: Date | null;
  readonly errorMessage: string | null;
}

/**
 * Operations that do not get on by themselves, at most `limit`, the longest first. A pending one counts when it heads its line, is due for longer
 * than `dueForMs`, and nothing of the line is being worked; a child whose parent is gone counts while it is live.
 */
export async function listStuck(
  db: Db,
  _tenant: TenantScope,
  { dueForMs, limit }: { readonly dueForMs: number; readonly limit: number },
): Promise<readonly StuckOperation[]> {
  const { rows } = await db.query<StuckOperation>(sql`
    WITH live AS (
      SELECT o.*, CASE
        WHEN o.payload IS NULL THEN CASE
          WHEN NOT EXISTS (SELECT FROM operation c WHERE c.bank_id = o.bank_id AND c.parent_id = o.operation_id) THEN 'no_children'
          WHEN NOT EXISTS (
            SELECT FROM operation c WHERE c.bank_id = o.bank_id AND c.parent_id = o.operation_id AND c.status IN ('pending', 'processing'))
            THEN 'children_ended' END
        WHEN o.parent_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM operation p WHERE p.bank_id = o.bank_id AND p.operation_id = o.parent_id) THEN 'no_parent'
        WHEN o.status = 'processing' AND (o.leased_until IS NULL OR o.leased_until < clock_timestamp()) THEN 'no_worker'
        WHEN o.status = 'pending' AND o.next_attempt_at < clock_timestamp() - ${dueForMs}::double precision * interval '1 millisecond'
          AND NOT EXISTS (
            SELECT FROM operation w WHERE w.bank_id = o.bank_id AND w.type = o.type AND w.status = 'processing' AND w.payload IS NOT NULL)
          AND NOT EXISTS (
            SELECT FROM operation e WHERE e.bank_id = o.bank_id AND e.type = o.type AND e.sequence < o.sequence
              AND e.status IN ('pending', 'processing') AND e.payload IS NOT NULL)
          THEN 'long_due' END AS reason
      FROM operation o WHERE o.status IN ('pending', 'processing')
    )
    SELECT live.bank_id AS "bankKey", b.external_id AS "bankId", live.operation_id AS "operationId", live.type, live.status, live.reason, live.attempts,
      live.worker_id AS "workerId", live.updated_at AS "updatedAt", live.error_message AS "errorMessage",
      CASE WHEN live.payload IS NOT NULL THEN CASE live.status WHEN 'pending' THEN live.next_attempt_at ELSE live.leased_until END END AS since
    FROM live JOIN bank b USING (bank_id)
    WHERE live.reason IS NOT NULL ORDER BY live.updated_at, live.sequence LIMIT ${limit}::integer`);
  return rows;
}
