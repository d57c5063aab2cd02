import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import type { Claim } from "./claim.js";

/**
 * Ends an operation well, in the transaction that did its work; false when the claim is lost, and then the transaction must be rolled back.
 * Its payload goes: what it said is stored where it belongs, and a copy here would outlive the deletion of the document.
 */
export async function completeOperation(
  tx: Db,
  bank: BankScope,
  claim: Claim,
  resultMetadata: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { affected } = await tx.query(sql`
    UPDATE operation
    SET status = 'completed', payload = '{}', result_metadata = (result_metadata - ARRAY['checkpoint', 'error_code']) || ${json(resultMetadata)}::jsonb, progress = NULL,
      error_message = NULL, leased_until = NULL, worker_id = NULL, completed_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${claim.operationId} AND status = 'processing' AND worker_id = ${claim.workerId}`);
  return affected > 0;
}
