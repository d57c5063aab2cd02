import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { type Db, sqlStateOf } from "../store/db.js";
import { checkpointOperation } from "../store/operations/checkpoint-operation.js";
import type { Claim } from "../store/operations/claim.js";
import type { ClaimedOperation } from "../store/operations/claim-operation.js";
import { completeOperation } from "../store/operations/complete-operation.js";
import { failOperation } from "../store/operations/fail-operation.js";
import { finishParent } from "../store/operations/finish-parent.js";
import { lockParent } from "../store/operations/lock-parent.js";
import { releaseOperation } from "../store/operations/release-operation.js";
import type { OperationHandler, OperationWork } from "./handlers.js";

export interface RetryPolicy {
  /** Tries after the first. */
  readonly retries: number;
  /** The pause before retry n is about base · 4^(n−1), between half and all of it. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
}

/** How a run ended; `lost` when another worker took over, which is then the one to report. */
export type RunOutcome = "completed" | "failed" | "retrying" | "released" | "lost";

/** Runs one claimed operation to an end or back into the line. Never throws for the handler's sake, only when the database fails. */
export async function runOperation(
  ctx: RequestContext,
  bank: BankScope,
  operation: ClaimedOperation,
  workerId: string,
  handler: OperationHandler,
  policy: RetryPolicy,
): Promise<RunOutcome> {
  const claim: Claim = { operationId: operation.operationId, workerId };
  const state = { lost: false, completed: false };
  const work: OperationWork = {
    operationId: operation.operationId,
    parentId: operation.parentId,
    payload: operation.payload,
    resultMetadata: operation.resultMetadata,
    itemsCount: operation.itemsCount,
    attempts: operation.attempts,
    async checkpoint(tx, progress, resultMetadata) {
      state.lost = !(await checkpointOperation(tx, bank, claim, { progress, resultMetadata }));
      if (state.lost) throw claimLost(operation);
    },
    async complete(tx, resultMetadata) {
      await complete(tx, resultMetadata);
    },
  };
  const complete = async (tx: Db, resultMetadata: Readonly<Record<string, unknown>>): Promise<void> => {
    await locked(tx, bank, operation);
    state.completed = await completeOperation(tx, bank, claim, resultMetadata);
    state.lost = !state.completed;
    if (state.lost) throw claimLost(operation);
    if (operation.parentId !== null) await finishParent(tx, bank, operation.parentId);
  };
  try {
    const result = await handler(ctx, bank, work);
    if (!state.completed) await ctx.db.transaction((tx) => complete(tx, result ?? {}));
    return "completed";
  } catch (error) {
    if (state.lost) {
      ctx.log.warn({ operation: operation.operationId }, "another worker has taken this operation over; its work here was rolled back");
      return "lost";
    }
    if (ctx.signal.aborted) {
      await releaseOperation(ctx.db, bank, claim, { delayMs: 0, errorMessage: null });
      return "released";
    }
    return settle(ctx, bank, operation, claim, policy, error);
  }
}

/** Decides between another try and the end. */
async function settle(
  ctx: RequestContext,
  bank: BankScope,
  operation: ClaimedOperation,
  claim: Claim,
  policy: RetryPolicy,
  error: unknown,
): Promise<RunOutcome> {
  const message = error instanceof Error ? error.message : String(error);
  const retry = isTransient(error) && operation.attempts <= policy.retries;
  ctx.log.warn(
    { operation: operation.operationId, type: operation.type, attempts: operation.attempts, retry, err: error },
    "operation failed",
  );
  if (retry) {
    const delayMs = retryDelay(policy, operation.attempts, Math.random());
    return (await releaseOperation(ctx.db, bank, claim, { delayMs, errorMessage: message })) ? "retrying" : "lost";
  }
  return ctx.db.transaction(async (tx) => {
    await locked(tx, bank, operation);
    if (!(await failOperation(tx, bank, claim, message))) return "lost";
    if (operation.parentId !== null) await finishParent(tx, bank, operation.parentId);
    return "failed";
  });
}

/** Exponential back-off with jitter, in milliseconds; `random` in 0…1. */
export function retryDelay(policy: RetryPolicy, attempt: number, random: number): number {
  const full = Math.min(policy.maxDelayMs, policy.baseDelayMs * 4 ** (attempt - 1));
  return full * (0.5 + random / 2);
}

/**
 * Data exceptions (22), integrity violations (23), refused statements (42) and exceeded limits (54, as a row too long for an index) come again with
 * every try, and the operations behind in line wait for each; what else the database says may pass.
 */
const PERMANENT_SQLSTATE = /^(?:22|23|42|54)/;

function isTransient(error: unknown): boolean {
  if (error instanceof HindsightError) return error.retryable;
  const state = sqlStateOf(error);
  return state === null || !PERMANENT_SQLSTATE.test(state);
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
