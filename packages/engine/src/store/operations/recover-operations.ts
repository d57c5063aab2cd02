import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Puts operations whose worker went silent back in line, at their old place; returns their ids. Those that were claimed `maxAttempts` times without a step
 * forward stay (`listHopeless`). `everyLease` takes those with a running lease too, for a database that only one process can open: at its start no other
 * worker can be alive.
 */
export async function recoverOperations(
  db: Db,
  _tenant: TenantScope,
  options: { readonly everyLease: boolean; readonly maxAttempts: number },
): Promise<readonly string[]> {
  const { rows } = await db.query<{ operationId: string }>(sql`
    UPDATE operation
    SET status = 'pending', error_message = NULL, completed_at = NULL, leased_until = NULL, worker_id = NULL, updated_at = clock_timestamp()
    WHERE status = 'processing' AND payload IS NOT NULL AND attempts < ${options.maxAttempts}::integer
      AND (${options.everyLease}::boolean OR leased_until < clock_timestamp())
    RETURNING operation_id AS "operationId"`);
  return rows.map(({ operationId }) => operationId);
}
