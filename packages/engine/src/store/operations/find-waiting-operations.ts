import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface WaitingOperation {
  readonly operationId: string;
  readonly status: "pending" | "processing";
  readonly payload: Readonly<Record<string, unknown>>;
  /** True for one that is put off to a later time. */
  readonly isParked: boolean;
}

/** The live operations of a type about a subject, those being worked first, then in order of submission. Asked under the bank's lock, nobody adds one meanwhile. */
export async function findWaitingOperations(db: Db, bank: BankScope, type: string, subject: string): Promise<readonly WaitingOperation[]> {
  const { rows } = await db.query<WaitingOperation>(sql`
    SELECT operation_id AS "operationId", status, payload, status = 'pending' AND next_attempt_at > clock_timestamp() AS "isParked"
    FROM operation
    WHERE bank_id = ${bank.key} AND type = ${type} AND subject = ${subject} AND status IN ('pending', 'processing') AND payload IS NOT NULL
    ORDER BY status DESC, sequence`);
  return rows;
}
