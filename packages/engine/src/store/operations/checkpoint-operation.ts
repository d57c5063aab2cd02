import type { OperationProgress } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import type { Claim } from "./claim.js";

/**
 * Notes how far an operation came, in the transaction that wrote it; false when the claim is lost, and then the transaction must be rolled back.
 * Whoever gets forward has its attempts counted anew: only a step that never ends uses them up.
 */
export async function checkpointOperation(
  tx: Db,
  bank: BankScope,
  claim: Claim,
  state: { readonly progress: OperationProgress; readonly resultMetadata: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  const { affected } = await tx.query(sql`
    UPDATE operation
    SET progress = ${json(state.progress)}::jsonb, result_metadata = result_metadata || ${json(state.resultMetadata)}::jsonb, attempts = 1,
      updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${claim.operationId} AND status = 'processing' AND worker_id = ${claim.workerId}`);
  return affected > 0;
}
