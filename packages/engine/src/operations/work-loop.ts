import { randomUUID } from "node:crypto";
import type { EngineContext, RequestContext } from "../context.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import type { Claim } from "../store/operations/claim.js";
import { type ClaimedOperation, claimOperations } from "../store/operations/claim-operations.js";
import { hasRunnable } from "../store/operations/has-runnable.js";
import { listHopeless } from "../store/operations/list-hopeless.js";
import { operationState } from "../store/operations/operation-state.js";
import { operationsWaiting } from "../store/operations/operations-waiting.js";
import { recoverOperations } from "../store/operations/recover-operations.js";
import { releaseOperation } from "../store/operations/release-operation.js";
import { renewLease } from "../store/operations/renew-lease.js";
import { createAlarm } from "./alarm.js";
import { giveUp } from "./give-up.js";
import { handlerOf, registeredTypes } from "./handlers.js";
import { DEFAULTS, type OpenBank, type OperationsOptions } from "./options.js";
import { runOperation } from "./run-operation.js";
import { type OperationsRuntime, setOperations } from "./runtime.js";
import { reservedRoom, type SlotPlan, sharedRoom } from "./slots.js";

/** Banks remembered as served lately. */
const REMEMBERED_BANKS = 1_000;
/** Least sleep of a loop that found something due which it could not take, and longest of one that nobody else can bring work. */
const LEAST_SLEEP_MS = 50;
const LONGEST_SLEEP_MS = 20_000;
/** A worker sleeps at least this many times as long as its look at the queue took. */
const LOOK_SHARE = 4;
/** A pause this short is part of the work: a refresh waits so for a consolidation, and a first repeat for an outage to pass. What is put off for longer is parked. */
const IDLE_GRACE_MS = 4_000;
/** How long a stop waits for what was told to stop. */
const OBEY_MS = 5_000;

/** An operation in this process's hands. */
interface Run {
  readonly type: string;
  readonly bankKey: number;
  /** Known once the bank is open. */
  bank: BankScope | null;
  readonly claim: Claim;
  readonly ended: Promise<void>;
}

/**
 * Starts the worker of this process: one loop that takes operations as long as slots are free, and sleeps until one ends, something is queued, or a
 * put-off one comes due. A slot is nothing but a number: without work there is no lane, no timer but one, and no memory. With no slots the process works
 * nothing and may still wait for what others do.
 */
export function startOperations(
  ctx: EngineContext,
  tenant: TenantScope,
  openBank: OpenBank,
  given: Partial<OperationsOptions> = {},
): OperationsRuntime {
  const options = { ...DEFAULTS, ...given };
  const { slots, leaseMs, pollMs } = options;
  const perBank = Math.max(1, Math.min(options.perBank ?? slots, slots - 1));
  const { db, log } = ctx;
  const shared = db.capabilities.concurrent; // other processes may work on the same database
  const claiming = new AbortController(); // no new work
  const stopping = new AbortController(); // and no more of the old
  const requestCtx: RequestContext = { ...ctx, signal: stopping.signal };
  const alarm = createAlarm();
  const quiet = createAlarm(); // rings after each operation, for those who wait on the end of work
  const runs = new Map<string, Run>();
  let served: number[] = [];
  let recoveredAt: number | null = null;
  let lastPollAt: Date | null = null;
  let fillMs = 0;

  /** Slots for types that nobody here handles would only be lost. */
  const plan = (): SlotPlan => ({
    slots,
    reserved: Object.fromEntries(Object.entries(options.reserved).filter(([type]) => handlerOf(type) !== undefined)),
  });

  function running(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { type } of runs.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }

  /**
   * At the start, and every now and then, puts back what dead workers left, and gives up what they never got on with. Where one process has the database,
   * none but a dead one can have left it.
   */
  async function recover(): Promise<void> {
    if (recoveredAt !== null && performance.now() - recoveredAt < leaseMs / 3) return;
    const left = { everyLease: recoveredAt === null && !shared, maxAttempts: options.maxCrashes };
    for (const operation of await recoverOperations(db, tenant, left)) log.warn({ operation }, "an operation was found without its worker");
    for (const { bankKey, operationId, attempts } of await listHopeless(db, tenant, left)) {
      const bank = await openBank(bankKey);
      const why = `The worker stopped ${attempts} times in the middle of this operation. Look for the cause in the log of the worker, then retry it.`;
      if (bank === null || !(await giveUp(ctx, bank, operationId, { why, onEnd: options.onEnd, everyLease: left.everyLease }))) continue;
      log.error({ operation: operationId, attempts }, "an operation that stopped its worker again and again was given up");
      quiet.ring();
    }
    recoveredAt = performance.now();
  }

  async function claim(types: readonly string[], limit: number): Promise<number> {
    const workerId = `${options.name}/${randomUUID()}`;
    const heldBanks = [...runs.values()].map((run) => run.bankKey);
    lastPollAt = new Date();
    const claimed = await claimOperations(db, tenant, { types, workerId, leaseMs, servedBanks: served, limit, heldBanks, perBank });
    for (const operation of claimed) {
      served = [...served.filter((key) => key !== operation.bankKey).slice(-REMEMBERED_BANKS), operation.bankKey];
      begin(operation, { operationId: operation.operationId, workerId });
    }
    return claimed.length;
  }

  /** Fills the free slots with what can be taken. */
  async function fill(): Promise<void> {
    for (;;) {
      const room = Math.min(sharedRoom(plan(), running()), options.spare());
      if (room <= 0 || claiming.signal.aborted) break;
      if ((await claim(registeredTypes(), room)) < room) return; // there is no more
    }
    for (const [type, room] of reservedRoom(plan(), running())) {
      if (claiming.signal.aborted || options.spare() <= 0) return;
      await claim([type], Math.min(room, options.spare()));
    }
  }

  function begin(operation: ClaimedOperation, held: Claim): void {
    const run: Run = {
      type: operation.type,
      bankKey: operation.bankKey,
      bank: null,
      claim: held,
      ended: Promise.resolve().then(() =>
        work(operation, run).then(
          () => over(run),
          (error: unknown) => {
            log.error({ operation: operation.operationId, err: error }, "the end of an operation could not be written; its lease runs out");
            over(run);
          },
        ),
      ),
    };
    runs.set(operation.operationId, run);
  }

  function over(run: Run): void {
    runs.delete(run.claim.operationId);
    alarm.ring();
    quiet.ring();
  }

  async function work(operation: ClaimedOperation, run: Run): Promise<void> {
    const handler = handlerOf(operation.type);
    const bank = await openBank(operation.bankKey);
    if (bank === null || handler === undefined) return; // the bank was deleted meanwhile, and its operations with it
    run.bank = bank;
    const heartbeat = setInterval(() => {
      renewLease(db, bank, run.claim, leaseMs).catch((error) =>
        log.warn({ operation: operation.operationId, err: error }, "could not renew the lease of an operation"),
      );
    }, leaseMs / 3);
    heartbeat.unref();
    const measured: typeof handler = (...args) => options.measure({ operation, bank }, () => handler(...args));
    try {
      await options.around(operation, bank, () => runOperation(requestCtx, bank, operation, run.claim, measured, options));
    } finally {
      clearInterval(heartbeat);
    }
  }

  /**
   * Until something rings or may have come due. While an operation runs, its end will ring, and the put-off ones are not asked for: that is one statement
   * less for each operation. A costly look (a thousand banks that all back off) is taken less often.
   */
  async function sleep(): Promise<void> {
    const look = Math.max(pollMs, LOOK_SHARE * fillMs);
    if (runs.size > 0) return alarm.wait(runs.size < slots ? look : LONGEST_SLEEP_MS);
    const dueInMs = await operationsWaiting(db, tenant, registeredTypes());
    quiet.ring(); // what could run is taken: whoever waits for that looks again
    const due = dueInMs === null ? Number.POSITIVE_INFINITY : Math.max(options.spare() > 0 ? LEAST_SLEEP_MS : pollMs, dueInMs);
    await alarm.wait(Math.min(due, shared ? look : LONGEST_SLEEP_MS));
  }

  async function loop(): Promise<void> {
    let failures = 0;
    while (!claiming.signal.aborted) {
      try {
        await recover();
        const from = performance.now();
        await fill();
        fillMs = performance.now() - from;
        failures = 0;
        if (!claiming.signal.aborted) await sleep();
      } catch (error) {
        if (claiming.signal.aborted) return;
        failures += 1;
        log.error({ err: error, failures }, "the worker could not reach the queue; it tries again");
        await alarm.wait(Math.min(30_000, 100 * 2 ** failures));
      }
    }
  }

  const looped = slots > 0 ? loop() : Promise.resolve();

  async function until(isDone: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const before = quiet.rings; // before the check, so that what ends during it is not missed
      if (stopping.signal.aborted || (await isDone())) return;
      await quiet.after(before, shared || slots === 0 ? pollMs : null, signal);
    }
  }

  /** Waits for the end of what runs, at most so long. */
  async function drained(ms: number): Promise<void> {
    const over = new AbortController();
    const ends = Promise.all([...runs.values()].map((run) => run.ended));
    await Promise.race([ends, createAlarm().after(0, ms, over.signal)]);
    over.abort();
  }

  async function stop(drainMs: number): Promise<void> {
    claiming.abort();
    alarm.ring();
    await looped;
    if (runs.size > 0 && drainMs > 0) await drained(drainMs);
    stopping.abort();
    quiet.ring();
    await drained(OBEY_MS);
    for (const { bank, claim: held, type } of runs.values()) {
      log.warn({ operation: held.operationId, type }, "an operation did not stop; it is put back in line, and its work here is void");
      if (bank !== null) await releaseOperation(db, bank, held, { delayMs: 0, errorMessage: null, isTryCounted: false });
    }
    setOperations(db, null);
  }

  const runtime: OperationsRuntime = {
    wake: () => alarm.ring(),
    idle: (signal) => until(async () => !(await hasRunnable(db, tenant, { types: registeredTypes(), graceMs: IDLE_GRACE_MS })), signal),
    ended: (bank, operationId, signal) =>
      until(async () => {
        const status = (await operationState(db, bank, operationId))?.status;
        return status !== "pending" && status !== "processing";
      }, signal),
    status: () => ({ workerId: options.name, slots, running: running(), isStopping: claiming.signal.aborted, lastPollAt }),
    stop: ({ drainMs = 0 } = {}) => stop(drainMs),
  };
  setOperations(db, runtime);
  return runtime;
}
