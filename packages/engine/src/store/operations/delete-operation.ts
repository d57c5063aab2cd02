import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the record of a finished operation, with a parent those of its children. Returns 0 when there is none or it is not finished. */
export async function deleteOperation(tx: Db, bank: BankScope, operationId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM operation o
    USING operation target
    WHERE target.bank_id = ${bank.key} AND target.operation_id = ${operationId} AND target.status IN ('completed', 'failed', 'cancelled')
      AND o.bank_id = ${bank.key} AND (o.operation_id = target.operation_id OR o.parent_id = target.operation_id)`);
  return affected;
}
