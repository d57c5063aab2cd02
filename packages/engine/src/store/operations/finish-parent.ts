import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Brings a parent up to date with its children. While one lives it is `processing` from its first begun child on, with the items of the ended ones as its
 * progress. When all have ended it ends: failed when one failed (with the most frequent message), cancelled when one was cancelled and none failed,
 * else completed; with the sums of what its children count. A live parent without children has lost them and fails. One that has ended stays as it is
 * unless a child lives again: records of its children may be deleted. Call it in the transaction that changed a child, after `lockParent`.
 */
export async function finishParent(tx: Db, bank: BankScope, parentId: string): Promise<void> {
  await tx.query(sql`
    WITH child AS (
      SELECT count(*) AS total, count(*) FILTER (WHERE status IN ('pending', 'processing')) AS live,
        count(*) FILTER (WHERE status = 'failed') AS failed, count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
        count(*) FILTER (WHERE status NOT IN ('pending', 'cancelled')) AS begun,
        coalesce(sum(items_count) FILTER (WHERE status NOT IN ('pending', 'processing')), 0) AS items_ended,
        mode() WITHIN GROUP (ORDER BY error_message) FILTER (WHERE status = 'failed') AS message
      FROM operation WHERE bank_id = ${bank.key} AND parent_id = ${parentId}
    )
    UPDATE operation parent
    SET status = CASE
        WHEN child.live > 0 THEN CASE WHEN child.begun > 0 THEN 'processing' ELSE 'pending' END
        WHEN child.failed > 0 OR child.total = 0 THEN 'failed' WHEN child.cancelled > 0 THEN 'cancelled' ELSE 'completed' END,
      error_message = CASE WHEN child.live > 0 THEN NULL
        WHEN child.total = 0 THEN 'The parts of this operation are gone. Submit its content again, and delete this record.' ELSE child.message END,
      progress = CASE WHEN child.live > 0 AND child.begun > 0 THEN jsonb_build_object('stage', 'parts',
        'at', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'processed', child.items_ended, 'total', parent.items_count) END,
      result_metadata = CASE WHEN child.live > 0 THEN parent.result_metadata ELSE parent.result_metadata || (
        SELECT coalesce(jsonb_object_agg(name, total), '{}') FROM (
          SELECT count.name, sum((o.result_metadata ->> count.name)::numeric) AS total
          FROM operation o CROSS JOIN (VALUES ('unit_ids_count'), ('extraction_errors_count')) AS count(name)
          WHERE o.bank_id = ${bank.key} AND o.parent_id = ${parentId} AND jsonb_typeof(o.result_metadata -> count.name) = 'number'
          GROUP BY count.name) AS summed) END,
      completed_at = CASE WHEN child.live = 0 THEN clock_timestamp() END,
      updated_at = clock_timestamp()
    FROM child
    WHERE parent.bank_id = ${bank.key} AND parent.operation_id = ${parentId} AND parent.payload IS NULL
      AND (child.live > 0 OR parent.status IN ('pending', 'processing'))`);
}
