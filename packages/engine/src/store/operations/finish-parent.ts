import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Ends a parent whose children are all done: failed when one failed (with the most frequent message), cancelled when all were, else completed.
 * Otherwise it is `processing` from its first finished child on. Call it in the transaction that ended a child, after `lockParent`.
 */
export async function finishParent(tx: Db, bank: BankScope, parentId: string): Promise<void> {
  await tx.query(sql`
    WITH child AS (
      SELECT count(*) FILTER (WHERE status IN ('pending', 'processing')) AS live,
        count(*) FILTER (WHERE status = 'failed') AS failed,
        count(*) FILTER (WHERE status = 'completed') AS completed,
        count(*) FILTER (WHERE status = 'processing' OR status = 'completed' OR status = 'failed') AS begun,
        mode() WITHIN GROUP (ORDER BY error_message) FILTER (WHERE status = 'failed') AS message
      FROM operation WHERE bank_id = ${bank.key} AND parent_id = ${parentId}
    )
    UPDATE operation parent
    SET status = CASE
        WHEN child.live > 0 THEN CASE WHEN child.begun > 0 THEN 'processing' ELSE 'pending' END
        WHEN child.failed > 0 THEN 'failed' WHEN child.completed > 0 THEN 'completed' ELSE 'cancelled' END,
      error_message = CASE WHEN child.live = 0 THEN child.message END,
      completed_at = CASE WHEN child.live = 0 THEN clock_timestamp() END,
      updated_at = clock_timestamp()
    FROM child
    WHERE parent.bank_id = ${bank.key} AND parent.operation_id = ${parentId}`);
}
