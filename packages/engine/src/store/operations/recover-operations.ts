import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface Recovered {
  readonly bankKey: number;
  readonly operationId: string;
  readonly parentId: string | null;
  readonly status: "pending" | "failed";
}

/**
 * Puts operations whose worker went silent back in line, at their old place. After `maxAttempts` claims without a step forward an operation fails
 * instead: it may be what stops the workers. `everyLease` takes those with a running lease too, for a database that only one process can open:
 * at its start no other worker can be alive.
 */
export async function recoverOperations(
  db: Db,
  _tenant: TenantScope,
  options: { readonly everyLease: boolean; readonly maxAttempts: number },
): Promise<readonly Recovered[]> {
  const { rows } = await db.query<Recovered>(sql`
    UPDATE operation
    SET status = CASE WHEN attempts >= ${options.maxAttempts}::integer THEN 'failed' ELSE 'pending' END,
      error_message = CASE WHEN attempts >= ${options.maxAttempts}::integer
        THEN 'The worker stopped ' || attempts || ' times in the middle of this operation. Look for the cause in the log of the worker, then retry it.' END,
      completed_at = CASE WHEN attempts >= ${options.maxAttempts}::integer THEN clock_timestamp() END,
      leased_until = NULL, worker_id = NULL, updated_at = clock_timestamp()
    WHERE status = 'processing' AND payload IS NOT NULL AND (${options.everyLease}::boolean OR leased_until < clock_timestamp())
    RETURNING bank_id AS "bankKey", operation_id AS "operationId", parent_id AS "parentId", status`);
  return rows;
}
