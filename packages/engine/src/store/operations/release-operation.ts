import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { Claim } from "./claim.js";

/** Longest error message that is kept, in characters (the reference's limit). */
export const MAX_ERROR_LENGTH = 5_000;

/** Puts a claimed operation back in line, to be tried again after `delayMs`; without an error the try does not count. False when the claim is lost. */
export async function releaseOperation(
  db: Db,
  bank: BankScope,
  claim: Claim,
  retry: { readonly delayMs: number; readonly errorMessage: string | null },
): Promise<boolean> {
  const { affected } = await db.query(sql`
    UPDATE operation
    SET status = 'pending', attempts = attempts - ${retry.errorMessage === null ? 1 : 0}::integer, next_attempt_at = clock_timestamp() + ${retry.delayMs}::double precision * interval '1 millisecond', progress = NULL,
      error_message = ${retry.errorMessage?.slice(0, MAX_ERROR_LENGTH) ?? null}, leased_until = NULL, worker_id = NULL, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${claim.operationId} AND status = 'processing' AND worker_id = ${claim.workerId}`);
  return affected > 0;
}
