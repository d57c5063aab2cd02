import type { OperationProgress } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import type { Claim } from "./claim.js";

/**
 * Notes how far an operation came, in the transaction that wrote it; false when the claim is lost, and then the transaction must be rolled back.
 * Whoever gets forward has its attempts counted anew: only a step that never ends uses them up. Without progress it is a note and no step: the attempts stay.
 */
export async function checkpointOperation(
  tx: Db,
  bank: BankScope,
  claim: Claim,
  state: { readonly progress: OperationProgress | null; readonly resultMetadata: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  const { affected } = await tx.query(sql`
    UPDATE operation
    SET progress = coalesce(nullif(${json(state.progress)}::jsonb, 'null'), progress),
      result_metadata = result_metadata || ${json(state.resultMetadata)}::jsonb,
      attempts = CASE WHEN ${state.progress === null}::boolean THEN attempts ELSE 1 END, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${claim.operationId} AND status = 'processing' AND worker_id = ${claim.workerId}`);
  return affected > 0;
}
