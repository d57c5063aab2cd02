import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { Claim } from "./claim.js";
import { MAX_ERROR_LENGTH } from "./release-operation.js";

/** Ends a claimed operation badly; it keeps its payload, so that it can be retried by hand, and the code of the error, for whoever waits for it. False when the claim is lost. */
export async function failOperation(
  tx: Db,
  bank: BankScope,
  claim: Claim,
  errorMessage: string,
  errorCode: string | null = null,
): Promise<boolean> {
  const { affected } = await tx.query(sql`
    UPDATE operation
    SET status = 'failed', error_message = ${errorMessage.slice(0, MAX_ERROR_LENGTH)}, progress = NULL,
      result_metadata = result_metadata || jsonb_strip_nulls(jsonb_build_object('error_code', ${errorCode}::text)),
      leased_until = NULL, worker_id = NULL,
      completed_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${claim.operationId} AND status = 'processing' AND worker_id = ${claim.workerId}`);
  return affected > 0;
}
