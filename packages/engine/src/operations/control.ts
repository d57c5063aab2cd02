import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { Database, Db } from "../store/db.js";
import { cancelOperation } from "../store/operations/cancel-operation.js";
import { deleteOperation } from "../store/operations/delete-operation.js";
import { finishParent } from "../store/operations/finish-parent.js";
import { hastenOperation } from "../store/operations/hasten-operation.js";
import { hastenOperations } from "../store/operations/hasten-operations.js";
import { lockParent } from "../store/operations/lock-parent.js";
import { type OperationState, operationState } from "../store/operations/operation-state.js";
import { retryOperation } from "../store/operations/retry-operation.js";
import { operationsOf } from "./runtime.js";

/**
 * Cancels what has not begun, a parent with its pending children, also when others of them are at work: those end, and the parent with them as cancelled.
 * `operation_conflict` when nothing of it is pending.
 */
export async function cancelOperationOf(ctx: EngineContext, bank: BankScope, operationId: string): Promise<void> {
  await change(ctx, bank, operationId, async (tx, state) => {
    const isOpen = state.status === "pending" || (state.isParent && state.status === "processing");
    if (!isOpen || (await cancelOperation(tx, bank, operationId)) === 0) {
      throw new HindsightError("operation_conflict", `Only a pending operation can be cancelled; this one is ${state.status}.`);
    }
  });
}

/**
 * Puts a failed or cancelled operation back in line, with a parent those of its children, and makes a pending one due that is put off to a later time;
 * `operation_conflict` in any other state, and when what it was to work on was deleted meanwhile.
 */
export async function retryOperationOf(ctx: EngineContext, bank: BankScope, operationId: string): Promise<void> {
  await change(ctx, bank, operationId, async (tx, state) => {
    if (state.status !== "failed" && state.status !== "cancelled") {
      if ((await hastenOperation(tx, bank, operationId)) > 0) return;
      throw new HindsightError(
        "operation_conflict",
        `Only an operation that failed, was cancelled or is put off can be retried; this one is ${state.status === "pending" ? "pending, and due" : state.status}.`,
      );
    }
    if ((await retryOperation(tx, bank, operationId)) === 0) {
      throw new HindsightError(
        "operation_conflict",
        state.isForgotten
          ? "What it held for a retry was deleted with its document or with the memories of the bank. Send the content as a new operation, and delete this record."
          : "None of its parts has failed or was cancelled. Submit the content again, and delete this record.",
      );
    }
  });
  operationsOf(ctx.db)?.wake();
}

/** Has what is put off for a spent budget tried again at once: its limits have changed. */
export async function hastenWhatWasSpent(db: Database, bank: BankScope): Promise<void> {
  if ((await hastenOperations(db, bank, "The spend limit of ")) > 0) operationsOf(db)?.wake();
}

/** Forgets the record of a finished operation; `operation_conflict` while it is live. */
export async function deleteOperationOf(ctx: EngineContext, bank: BankScope, operationId: string): Promise<void> {
  await change(ctx, bank, operationId, async (tx, state) => {
    if ((await deleteOperation(tx, bank, operationId)) === 0) {
      throw new HindsightError(
        "operation_conflict",
        `Only a finished operation can be deleted; this one is ${state.status}. Cancel it first.`,
      );
    }
  });
}

/** Runs a change under the locks of the operation and its parent, and brings the parent's state up to date. */
async function change(
  ctx: EngineContext,
  bank: BankScope,
  operationId: string,
  work: (tx: Db, state: OperationState) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const before = await operationState(tx, bank, operationId);
    if (before === null) throw gone(bank, operationId);
    const parent = before.isParent ? operationId : before.parentId;
    if (parent !== null) await lockParent(tx, bank, parent);
    await lockParent(tx, bank, operationId);
    const state = await operationState(tx, bank, operationId);
    if (state === null) throw gone(bank, operationId); // the sweep of old records was faster
    await work(tx, state);
    if (parent !== null) await finishParent(tx, bank, parent);
  });
}

function gone(bank: BankScope, operationId: string): HindsightError {
  return new HindsightError("operation_not_found", `There is no operation ${operationId} in bank "${bank.bankId}".`);
}

/** Ends a live parent whose children have all ended, as the end of the last one should have; resolves true when its row changed. */
export async function healParent(ctx: Pick<EngineContext, "db">, bank: BankScope, parentId: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await lockParent(tx, bank, parentId);
    const before = await operationState(tx, bank, parentId);
    await finishParent(tx, bank, parentId);
    return before?.status !== (await operationState(tx, bank, parentId))?.status;
  });
}
