import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Makes an operation whose parent is gone one of its own. 0 when it has its parent still, or never had one. */
export async function adoptOperation(tx: Db, bank: BankScope, operationId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE operation o
    SET parent_id = NULL, updated_at = clock_timestamp(),
      result_metadata = result_metadata - ARRAY['parent_operation_id', 'sub_batch_index', 'total_sub_batches']
    WHERE o.bank_id = ${bank.key} AND o.operation_id = ${operationId} AND o.parent_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM operation p WHERE p.bank_id = o.bank_id AND p.operation_id = o.parent_id)`);
  return affected;
}
