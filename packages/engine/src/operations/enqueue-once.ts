/** Work of which one waiting piece is enough: a second submission folds into it. */

import { randomUUID } from "node:crypto";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { lockBank } from "../store/banks/lock-bank.js";
import type { Db } from "../store/db.js";
import { amendOperation } from "../store/operations/amend-operation.js";
import { findWaitingOperations } from "../store/operations/find-waiting-operations.js";
import { hastenOperation } from "../store/operations/hasten-operation.js";
import { insertOperations } from "../store/operations/insert-operations.js";
import { currentOrigin } from "../telemetry/index.js";

type Payload = Readonly<Record<string, unknown>>;

export interface OnceOperation {
  readonly type: string;
  /** What it is about: one piece of work waits for each type and subject. */
  readonly subject: string;
  readonly payload: Payload;
  /** What the piece that waits is to do when this one folds into it; absent: it stays as it is. */
  readonly fold?: (waiting: Payload) => Payload;
  /** Fold also into a piece that is being worked. Only for work whose cause that piece is sure to see. */
  readonly joinsRunning?: boolean;
  /** Begin a piece that waits for a later time now. */
  readonly hastens?: boolean;
  /** Not begun sooner. */
  readonly notBefore?: Date | null;
  /** As `OperationPart.documents`: what it may not run beside. Absent or null, its line is its own. */
  readonly documents?: readonly string[] | null;
  readonly resultMetadata?: Payload;
}

export interface EnqueuedOnce {
  readonly operationId: string;
  /** True when it folded into a piece that was there. */
  readonly deduplicated: boolean;
}

/**
 * Queues work in the caller's transaction unless such work waits. Takes the bank's row, so that submissions go one after another: of ten at once, one row
 * is left. Who calls wakes the worker once the transaction is through (`operationsOf(db)?.wake()`). Throws `bank_not_found`.
 */
export async function enqueueOnce(tx: Db, bank: BankScope, operation: OnceOperation): Promise<EnqueuedOnce> {
  const { type, subject, payload, fold, joinsRunning = false, hastens = false, notBefore = null, documents = null } = operation;
  if (!(await lockBank(tx, bank))) throw new HindsightError("bank_not_found", `Bank '${bank.bankId}' not found`);
  for (const waiting of await findWaitingOperations(tx, bank, type, subject)) {
    const { operationId } = waiting;
    if (waiting.status === "processing") {
      if (joinsRunning) return { operationId, deduplicated: true };
      continue;
    }
    // Between the look and the change a worker may have taken it; then it is being worked, and this one gets a row of its own.
    if (fold !== undefined && !(await amendOperation(tx, bank, operationId, fold(waiting.payload)))) continue;
    if (hastens && waiting.isParked) await hastenOperation(tx, bank, operationId);
    return { operationId, deduplicated: true };
  }
  const operationId = randomUUID();
  const row = { operationId, parentId: null, type, payload, itemsCount: 0, documentId: null, documents, subject };
  await insertOperations(tx, bank, [
    { ...row, resultMetadata: operation.resultMetadata ?? {}, notBefore: notBefore?.toISOString() ?? null, origin: currentOrigin() },
  ]);
  return { operationId, deduplicated: false };
}
