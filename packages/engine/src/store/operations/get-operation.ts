import type { OperationDetail } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { OPERATION_DETAIL, type OperationRow } from "../shapes/operation-detail.js";

/** One operation with its payload; null when the bank has none of that id. */
export async function getOperation(
  db: Db,
  bank: BankScope,
  operationId: string,
): Promise<(OperationRow & Pick<OperationDetail, "payload">) | null> {
  const { rows } = await db.query<OperationRow & Pick<OperationDetail, "payload">>(sql`
    SELECT ${OPERATION_DETAIL}, o.payload FROM operation AS o WHERE o.bank_id = ${bank.key} AND o.operation_id = ${operationId}::uuid`);
  return rows[0] ?? null;
}
