import { randomUUID } from "node:crypto";
import type { EngineContext, RequestContext } from "../context.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import { type ClaimedOperation, claimOperation } from "../store/operations/claim-operation.js";
import { finishParent } from "../store/operations/finish-parent.js";
import { operationState } from "../store/operations/operation-state.js";
import { operationsWaiting } from "../store/operations/operations-waiting.js";
import { recoverOperations } from "../store/operations/recover-operations.js";
import { renewLease } from "../store/operations/renew-lease.js";
import { createAlarm } from "./alarm.js";
import { handlerOf, registeredTypes } from "./handlers.js";
import { type RetryPolicy, type RunOutcome, runOperation } from "./run-operation.js";
import { type OperationsRuntime, setOperations } from "./runtime.js";

/** Opens the bank of a claimed operation by its row key; null when the bank is gone. The façade gives it, since operations know no feature. */
export type OpenBank = (bankKey: number) => Promise<BankScope | null>;

export interface OperationsOptions {
  readonly retry: RetryPolicy;
  /** Without a sign of life for this long, a worker counts as dead. */
  readonly leaseMs: number;
  /** How often a worker without work looks for that of other processes. */
  readonly pollMs: number;
  /** Claims without a step forward after which an operation fails instead of being tried again. */
  readonly maxCrashes: number;
}

const DEFAULTS: OperationsOptions = {
  retry: { retries: 3, baseDelayMs: 2_000, maxDelayMs: 60_000 },
  leaseMs: 60_000,
  pollMs: 500,
  maxCrashes: 10,
};

/** Banks remembered as served lately. */
const REMEMBERED_BANKS = 1_000;

/**
 * Starts the worker of this process. One lane: the local write path is bound by one processor and one database, so that a second lane would only
 * make both slower. (With a language model behind it, lanes are what to add.)
 */
export function startOperations(
  ctx: EngineContext,
  tenant: TenantScope,
  openBank: OpenBank,
  options: Partial<OperationsOptions> = {},
): OperationsRuntime {
  const { retry, leaseMs, pollMs, maxCrashes } = { ...DEFAULTS, ...options };
  const { db, log } = ctx;
  const shared = db.capabilities.concurrent; // other processes may work on the same database
  const stopping = new AbortController();
  const requestCtx: RequestContext = { ...ctx, signal: stopping.signal };
  const alarm = createAlarm();
  const quiet = createAlarm(); // rings after each operation, for those who wait on the end of work
  let served: number[] = [];
  let recoveredAt = Number.NEGATIVE_INFINITY;

  async function recover(everyLease: boolean): Promise<void> {
    recoveredAt = performance.now();
    for (const found of await recoverOperations(db, tenant, { everyLease, maxAttempts: maxCrashes })) {
      log.warn({ operation: found.operationId, status: found.status }, "an operation was found without its worker");
      const bank = found.parentId === null || found.status === "pending" ? null : await openBank(found.bankKey);
      if (bank !== null && found.parentId !== null) await finishParent(db, bank, found.parentId);
    }
  }

  async function claimNext(workerId: string): Promise<ClaimedOperation | null> {
    const claimed = await claimOperation(db, tenant, { types: registeredTypes(), workerId, leaseMs, servedBanks: served });
    if (claimed !== null) served = [...served.filter((key) => key !== claimed.bankKey).slice(-REMEMBERED_BANKS), claimed.bankKey];
    return claimed;
  }

  async function run(claimed: ClaimedOperation, workerId: string): Promise<RunOutcome> {
    const handler = handlerOf(claimed.type);
    const bank = await openBank(claimed.bankKey);
    if (bank === null || handler === undefined) return "lost"; // the bank was deleted meanwhile, and its operations with it
    const heartbeat = setInterval(() => {
      renewLease(db, bank, { operationId: claimed.operationId, workerId }, leaseMs).catch((error) =>
        log.warn({ operation: claimed.operationId, err: error }, "could not renew the lease of an operation"),
      );
    }, leaseMs / 3);
    heartbeat.unref();
    try {
      return await runOperation(requestCtx, bank, claimed, workerId, handler, retry);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** One round: true when there was work. */
  async function round(): Promise<boolean> {
    if (performance.now() - recoveredAt > leaseMs / 3) await recover(false);
    const workerId = randomUUID();
    const claimed = await claimNext(workerId);
    if (claimed === null) return false;
    await run(claimed, workerId);
    quiet.ring();
    return true;
  }

  async function lane(): Promise<void> {
    let failures = 0;
    let started = false;
    while (!stopping.signal.aborted) {
      try {
        if (!started) await recover(!shared);
        started = true;
        const worked = await round();
        failures = 0;
        if (worked) continue;
        const { live, dueInMs } = await operationsWaiting(db, tenant, registeredTypes());
        if (live === 0) quiet.ring();
        await alarm.wait(Math.min(dueInMs ?? Number.POSITIVE_INFINITY, shared ? pollMs : 30_000));
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        log.error({ err: error, failures }, "the worker could not reach the queue; it tries again");
        await alarm.wait(Math.min(30_000, 100 * 2 ** failures));
      }
    }
  }

  const finished = lane();

  async function until(isDone: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const before = quiet.rings; // before the check, so that what ends during it is not missed
      if (stopping.signal.aborted || (await isDone())) return;
      await quiet.after(before, shared ? pollMs : null, signal);
    }
  }

  const runtime: OperationsRuntime = {
    wake: () => alarm.ring(),
    idle: (signal) => until(async () => (await operationsWaiting(db, tenant, registeredTypes())).live === 0, signal),
    ended: (bank, operationId, signal) =>
      until(async () => {
        const status = (await operationState(db, bank, operationId))?.status;
        return status !== "pending" && status !== "processing";
      }, signal),
    async stop() {
      stopping.abort();
      alarm.ring();
      quiet.ring();
      await finished;
      setOperations(db, null);
    },
  };
  setOperations(db, runtime);
  return runtime;
}
