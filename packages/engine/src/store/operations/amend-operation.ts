import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

/** Replaces the payload of an operation that waits; false when it does not wait any more. */
export async function amendOperation(
  tx: Db,
  bank: BankScope,
  operationId: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { affected } = await tx.query(sql`
    UPDATE operation SET payload = ${json(payload)}::jsonb, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${operationId} AND status = 'pending' AND payload IS NOT NULL`);
  return affected > 0;
}
