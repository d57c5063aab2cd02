import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { Db } from "../store/db.js";
import { checkpointOperation } from "../store/operations/checkpoint-operation.js";
import type { Claim } from "../store/operations/claim.js";
import type { ClaimedOperation } from "../store/operations/claim-operations.js";
import { completeOperation } from "../store/operations/complete-operation.js";
import { failOperation } from "../store/operations/fail-operation.js";
import { finishParent } from "../store/operations/finish-parent.js";
import { lockParent } from "../store/operations/lock-parent.js";
import { noteProgress } from "../store/operations/note-progress.js";
import { releaseOperation } from "../store/operations/release-operation.js";
import { asTold } from "./as-told.js";
import { arrive, giveWay, isAlone } from "./courtesy.js";
import type { OperationHandler, OperationWork } from "./handlers.js";
import type { EndedOperation, OperationsOptions } from "./options.js";
import { afterFailure } from "./retry.js";

/** How a run ended; `lost` when another worker took over, which is then the one to report. */
export type RunOutcome = "completed" | "failed" | "retrying" | "deferred" | "released" | "lost";

/** Progress that comes sooner than this after the last is not written. */
const PROGRESS_MS = 500;
/** Longest wait for others between two steps. */
const MOST_COURTESY_MS = 1_000;

/** Runs one claimed operation to an end or back into the line. Never throws for the handler's sake, only when the database fails. */
export async function runOperation(
  ctx: RequestContext,
  bank: BankScope,
  operation: ClaimedOperation,
  claim: Claim,
  handler: OperationHandler,
  options: Pick<OperationsOptions, "retry" | "onEnd">,
): Promise<RunOutcome> {
  const state = { lost: false, completed: false, shownAt: Number.NEGATIVE_INFINITY, result: operation.resultMetadata };
  const hold = (isHeld: boolean): void => {
    state.lost = !isHeld;
    if (state.lost) throw claimLost(operation);
  };
  const complete = async (tx: Db, resultMetadata: Readonly<Record<string, unknown>>): Promise<void> => {
    await locked(tx, bank, operation);
    state.completed = await completeOperation(tx, bank, claim, resultMetadata);
    hold(state.completed);
    if (operation.parentId !== null) await finishParent(tx, bank, operation.parentId);
    await options.onEnd(tx, bank, endOf(operation, "completed", { ...state.result, ...resultMetadata }, null));
  };
  const leave = arrive(ctx.db, bank.bankId); // until its second step begins
  let stepFrom: number | null = null;
  const work: OperationWork = {
    operationId: operation.operationId,
    parentId: operation.parentId,
    payload: operation.payload,
    resultMetadata: operation.resultMetadata,
    itemsCount: operation.itemsCount,
    attempts: operation.attempts,
    async checkpoint(tx, progress, resultMetadata) {
      hold(await checkpointOperation(tx, bank, claim, { progress, resultMetadata }));
      state.result = { ...state.result, ...resultMetadata };
      state.shownAt = performance.now();
    },
    async note(tx, resultMetadata) {
      hold(await checkpointOperation(tx, bank, claim, { progress: null, resultMetadata }));
      state.result = { ...state.result, ...resultMetadata };
    },
    async progress(progress) {
      if (performance.now() - state.shownAt < PROGRESS_MS) return;
      state.shownAt = performance.now();
      hold(await noteProgress(ctx.db, bank, claim, progress));
    },
    async giveWay() {
      if (stepFrom !== null) {
        leave();
        await giveWay(ctx.db, bank.bankId, Math.min(MOST_COURTESY_MS, 2 * (performance.now() - stepFrom)), ctx.signal);
      }
      stepFrom = performance.now();
      return isAlone(ctx.db, bank.bankId);
    },
    complete,
  };
  try {
    await showBegun(ctx, bank, operation);
    const result = await handler(ctx, bank, work);
    if (!state.completed) await ctx.db.transaction((tx) => complete(tx, result ?? {}));
    return "completed";
  } catch (error) {
    if (state.lost) {
      ctx.log.warn({ operation: operation.operationId }, "another worker has taken this operation over; its work here was rolled back");
      return "lost";
    }
    if (ctx.signal.aborted) {
      await releaseOperation(ctx.db, bank, claim, { delayMs: 0, errorMessage: null, isTryCounted: false });
      return "released";
    }
    return settle(ctx, bank, { ...operation, resultMetadata: state.result }, claim, options, error);
  } finally {
    leave();
  }
}

/** A parent is at work as soon as its first part is: it would show as pending, and be refused to be cancelled as such. */
async function showBegun(ctx: RequestContext, bank: BankScope, operation: ClaimedOperation): Promise<void> {
  const { parentId } = operation;
  if (parentId === null) return;
  await ctx.db.transaction(async (tx) => {
    await lockParent(tx, bank, parentId);
    await finishParent(tx, bank, parentId);
  });
}

/** Decides between another try and the end. */
async function settle(
  ctx: RequestContext,
  bank: BankScope,
  operation: ClaimedOperation,
  claim: Claim,
  { retry, onEnd }: Pick<OperationsOptions, "retry" | "onEnd">,
  error: unknown,
): Promise<RunOutcome> {
  const told = await asTold(ctx, bank, error);
  const message = messageOf(told);
  const next = afterFailure(retry, error, operation.attempts, ctx.now(), Math.random());
  const about = { operation: operation.operationId, type: operation.type, attempts: operation.attempts, next: next.kind, err: told };
  if (next.kind === "defer") ctx.log.info(about, "operation put off");
  else ctx.log.warn(about, "operation failed");
  if (next.kind !== "fail") {
    const isTryCounted = next.kind === "retry";
    const isReleased = await releaseOperation(ctx.db, bank, claim, { delayMs: next.delayMs, errorMessage: message, isTryCounted });
    if (!isReleased) return "lost";
    return isTryCounted ? "retrying" : "deferred";
  }
  return ctx.db.transaction(async (tx) => {
    await locked(tx, bank, operation);
    if (!(await failOperation(tx, bank, claim, message, error instanceof HindsightError ? error.code : null))) return "lost";
    if (operation.parentId !== null) await finishParent(tx, bank, operation.parentId);
    await onEnd(tx, bank, endOf(operation, "failed", operation.resultMetadata, message));
    return "failed";
  });
}

function endOf(
  { operationId, type, payload }: ClaimedOperation,
  status: EndedOperation["status"],
  result: EndedOperation["result"],
  errorMessage: string | null,
): EndedOperation {
  return { operationId, type, status, payload, result, errorMessage };
}

/** Never empty: what has nothing to say is named. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.trim() === "" ? error.name : error.message;
}

async function locked(tx: Db, bank: BankScope, operation: ClaimedOperation): Promise<void> {
  if (operation.parentId !== null) await lockParent(tx, bank, operation.parentId);
}

function claimLost(operation: ClaimedOperation): HindsightError {
  return new HindsightError(
    "write_conflict",
    `The lease of operation ${operation.operationId} ran out and another worker has taken it over.`,
  );
}
