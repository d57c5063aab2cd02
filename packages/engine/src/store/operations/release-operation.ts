import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { Claim } from "./claim.js";

/** Longest error message that is kept, in characters (the reference's limit). */
export const MAX_ERROR_LENGTH = 5_000;

export interface Release {
  readonly delayMs: number;
  /** Why it is put back; shown until it is taken again. */
  readonly errorMessage: string | null;
  /** False for what is no failure of the operation: a stop of the worker, a quota that ran out. */
  readonly isTryCounted: boolean;
}

/** Puts a claimed operation back in line, at its old place, to be tried again after `delayMs`. False when the claim is lost. */
export async function releaseOperation(db: Db, bank: BankScope, claim: Claim, release: Release): Promise<boolean> {
  const { affected } = await db.query(sql`
    UPDATE operation
    SET status = 'pending', attempts = greatest(0, attempts - ${release.isTryCounted ? 0 : 1}::integer), progress = NULL,
      next_attempt_at = clock_timestamp() + ${release.delayMs}::double precision * interval '1 millisecond',
      error_message = ${release.errorMessage?.slice(0, MAX_ERROR_LENGTH) ?? null}, leased_until = NULL, worker_id = NULL, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND operation_id = ${claim.operationId} AND status = 'processing' AND worker_id = ${claim.workerId}`);
  return affected > 0;
}
