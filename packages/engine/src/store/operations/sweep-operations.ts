import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Deletes records of operations that ended before the cutoff, the oldest first, at most `limit`; returns how many. The children of a parent that is still
 * there are kept: they go in the batches after it. Rows that another process has in hand are passed over, so that several may sweep at once.
 */
export async function sweepOperations(
  db: Db,
  _tenant: TenantScope,
  { endedBefore, limit }: { readonly endedBefore: Date; readonly limit: number },
): Promise<number> {
  const { affected } = await db.query(sql`
    WITH old AS MATERIALIZED (
      SELECT o.bank_id, o.operation_id FROM operation o
      WHERE o.status IN ('completed', 'failed', 'cancelled') AND o.completed_at < ${endedBefore}::timestamptz
        AND (o.parent_id IS NULL OR NOT EXISTS (
          SELECT FROM operation p WHERE p.bank_id = o.bank_id AND p.operation_id = o.parent_id))
      ORDER BY o.completed_at LIMIT ${limit}::integer FOR UPDATE OF o SKIP LOCKED
    )
    DELETE FROM operation o USING old WHERE o.bank_id = old.bank_id AND o.operation_id = old.operation_id`);
  return affected;
}
