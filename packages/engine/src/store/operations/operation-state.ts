import type { OperationStatus } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface OperationState {
  readonly status: OperationStatus;
  readonly isParent: boolean;
  /** What it was to work on was deleted, or with a parent that of one of its parts. */
  readonly isForgotten: boolean;
  readonly parentId: string | null;
  readonly errorMessage: string | null;
  readonly resultMetadata: Readonly<Record<string, unknown>>;
}

/** Where an operation stands, or null. */
export async function operationState(db: Db, bank: BankScope, operationId: string): Promise<OperationState | null> {
  const { rows } = await db.query<OperationState>(sql`
    SELECT status, payload IS NULL AS "isParent", parent_id AS "parentId", error_message AS "errorMessage", result_metadata AS "resultMetadata",
      coalesce(payload ? 'forgotten', EXISTS (
        SELECT FROM operation part WHERE part.bank_id = o.bank_id AND part.parent_id = o.operation_id AND part.payload ? 'forgotten')) AS "isForgotten"
    FROM operation o WHERE bank_id = ${bank.key} AND operation_id = ${operationId}`);
  return rows[0] ?? null;
}
