import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { OperationState } from "./operation-state.js";

export type { OperationState } from "./operation-state.js";

/** Where an operation stands; for a parent, where each of its children does, in their order. Empty when there is none. */
export async function operationStates(db: Db, bank: BankScope, operationId: string): Promise<readonly OperationState[]> {
  const { rows } = await db.query<OperationState>(sql`
    SELECT status, payload IS NULL AS "isParent", parent_id AS "parentId", error_message AS "errorMessage", result_metadata AS "resultMetadata",
      payload ? 'forgotten' AS "isForgotten"
    FROM operation
    WHERE bank_id = ${bank.key} AND payload IS NOT NULL AND (operation_id = ${operationId} OR parent_id = ${operationId})
    ORDER BY sequence`);
  return rows;
}
