import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface HopelessOperation {
  readonly bankKey: number;
  readonly operationId: string;
  readonly attempts: number;
}

/**
 * Operations whose worker went silent for the `maxAttempts`th time without a step forward, the longest silent first: each of them may be what stops the
 * workers. `everyLease` as in `recoverOperations`.
 */
export async function listHopeless(
  db: Db,
  _tenant: TenantScope,
  options: { readonly everyLease: boolean; readonly maxAttempts: number },
): Promise<readonly HopelessOperation[]> {
  const { rows } = await db.query<HopelessOperation>(sql`
    SELECT bank_id AS "bankKey", operation_id AS "operationId", attempts FROM operation
    WHERE status = 'processing' AND payload IS NOT NULL AND attempts >= ${options.maxAttempts}::integer
      AND (${options.everyLease}::boolean OR leased_until < clock_timestamp())
    ORDER BY leased_until`);
  return rows;
}
