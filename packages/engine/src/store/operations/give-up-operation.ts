import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface GivenUp {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly resultMetadata: Readonly<Record<string, unknown>>;
}

/**
 * Fails an operation that no living worker has, with a reason; it keeps its payload for a retry by hand. Null when it has one, or is not live. `everyLease`
 * counts no worker as living.
 */
export async function giveUpOperation(
  tx: Db,
  bank: BankScope,
  operationId: string,
  { errorMessage, everyLease = false }: { readonly errorMessage: string; readonly everyLease?: boolean },
): Promise<GivenUp | null> {
  const { rows } = await tx.query<GivenUp>(sql`
    UPDATE operation
    SET status = 'failed', error_message = ${errorMessage}, leased_until = NULL, worker_id = NULL, progress = NULL,
      completed_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${operationId} AND payload IS NOT NULL
      AND (status = 'pending'
        OR (status = 'processing' AND (${everyLease}::boolean OR leased_until IS NULL OR leased_until < clock_timestamp())))
    RETURNING type, payload, result_metadata AS "resultMetadata"`);
  return rows[0] ?? null;
}
