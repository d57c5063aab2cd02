import type { EngineContext } from "../context.js";
import { withoutPlaceholders } from "../domain/attachments.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import { type Alarm, createAlarm } from "../operations/index.js";
import type { Database } from "../store/db.js";
import { claimWaiting, type WaitingMemory } from "../store/queue/claim-waiting.js";
import { countWaiting } from "../store/queue/count-waiting.js";
import { freeWaiting } from "../store/queue/free-waiting.js";
import { readWaiting } from "../store/queue/read-waiting.js";
import { releaseWaiting } from "../store/queue/release-waiting.js";
import { insertVectors } from "../store/vectors/insert-vectors.js";
import { embedAnew } from "./embed-anew.js";
import { vectorTarget } from "./vector-target.js";

/** The loop that gives memories their vectors behind the writes. */
export interface EmbeddingRuntime {
  /** Looks for waiting memories now. */
  wake(): void;
  /** Says that a bank, by row key, got vectors in another way. */
  stored(bankKey: number): void;
  /** Resolves when no memory waits any more, of any bank, and none lacks a vector of the encoder's model. */
  idle(signal?: AbortSignal): Promise<void>;
  /** Ends the loop; what it had begun is put back in the queue. */
  stop(): Promise<void>;
}

export interface EmbeddingOptions {
  /** Texts per call of the encoder. */
  readonly batch: number;
  /** Calls at once: while one is with the encoder, the vectors of another are stored and its successor is read. */
  readonly lanes: number;
  /** How long a process keeps what it took from the others. */
  readonly leaseMs: number;
  readonly retryMs: number;
  readonly maxRetryMs: number;
  /** How often a loop without work looks for that of other processes. */
  readonly pollMs: number;
  /** Told which banks, by row key, got vectors. */
  readonly onStored: (bankKeys: ReadonlySet<number>) => void;
  /** Opens a bank by row key, null when it is gone. With it, memories that another model embedded are embedded anew. */
  readonly openBank: ((bankKey: number) => Promise<BankScope | null>) | null;
}

const DEFAULTS: EmbeddingOptions = {
  batch: 32,
  lanes: 2,
  leaseMs: 120_000,
  retryMs: 1_000,
  maxRetryMs: 300_000,
  pollMs: 1_000,
  onStored: () => undefined,
  openBank: null,
};

const running = new WeakMap<Database, EmbeddingRuntime>();

/** The loop that runs on this database in this process, if one does. */
export function embeddingOf(db: Database): EmbeddingRuntime | undefined {
  return running.get(db);
}

/**
 * Starts the loop. A row leaves the queue in the statement that stores its vector, and in no other way: a failed encoder, a stop, a crash leave it
 * there, to be tried again after a growing pause. Texts that failed twice are tried one by one, so that one bad text holds nobody else up.
 */
export function startEmbedding(ctx: EngineContext, tenant: TenantScope, options: Partial<EmbeddingOptions> = {}): EmbeddingRuntime {
  const { batch, lanes, leaseMs, retryMs, maxRetryMs, pollMs, onStored, openBank } = { ...DEFAULTS, ...options };
  const { db, log, encoder } = ctx;
  const shared = db.capabilities.concurrent; // other processes may take from the same queue
  const stopping = new AbortController();
  const alarms = Array.from({ length: lanes }, createAlarm); // one each: a ring is for all lanes, and a lane that works hears it later
  const done = createAlarm();

  async function embed(rows: readonly WaitingMemory[]): Promise<void> {
    try {
      const vectors = await encoder.embedPassages(
        rows.map((row) => withoutPlaceholders(row.text)),
        stopping.signal,
      );
      const made = rows.map(({ bankKey, memoryNo, text }, index) => ({ bankKey, memoryNo, text, vector: vectors[index] as Float32Array }));
      await insertVectors(db, tenant, await vectorTarget(ctx, tenant), made);
      onStored(new Set(made.map((row) => row.bankKey)));
    } catch (error) {
      const isStopping = stopping.signal.aborted;
      if (!isStopping) log.warn({ err: error, memories: rows.length }, "memories got no vector; they are tried again");
      const delay = (attempts: number): number => (isStopping ? 0 : Math.min(maxRetryMs, retryMs * 2 ** Math.min(attempts, 20)));
      await releaseWaiting(
        db,
        tenant,
        rows.map(({ bankKey, memoryNo, attempts }) => ({ bankKey, memoryNo, delayMs: delay(attempts) })),
      );
    }
  }

  /** Memories that a lane of this process works on; who has the database alone keeps no leases in it. */
  const inHand = new Set<string>();
  const nameOf = (row: WaitingMemory): string => `${row.bankKey}/${row.memoryNo}`;
  let taking: Promise<unknown> = Promise.resolve();

  /** Takes the next rows, one lane after another. */
  function take(): Promise<readonly WaitingMemory[]> {
    const taken = taking.then(async () => {
      const found = shared
        ? await claimWaiting(db, tenant, { limit: batch, leaseMs })
        : (await readWaiting(db, tenant, batch + inHand.size)).filter((row) => !inHand.has(nameOf(row))).slice(0, batch);
      for (const row of found) inHand.add(nameOf(row));
      return found;
    });
    taking = taken.catch(() => undefined); // the lane that took hears of it
    return taken;
  }

  /** One round: true when there was work. */
  async function round(): Promise<boolean> {
    const taken = await take();
    if (taken.length === 0) return false;
    try {
      const together = taken.filter((row) => row.attempts < 2);
      if (together.length > 0) await embed(together);
      for (const row of taken) if (row.attempts >= 2) await embed([row]);
    } finally {
      for (const row of taken) inHand.delete(nameOf(row));
    }
    done.ring();
    return true;
  }

  /** Once, before the first round: whoever kept rows before this process is gone. */
  let freed: Promise<void> | null = null;

  async function lane(alarm: Alarm): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        freed ??= shared ? Promise.resolve() : freeWaiting(db, tenant);
        await freed;
        const before = done.rings; // before the round, so that none is missed
        const worked = await round();
        failures = 0;
        if (worked) continue;
        if (inHand.size > 0) {
          await done.after(before, null);
          continue;
        }
        const { count, dueInMs } = await countWaiting(db, tenant);
        if (count === 0) done.ring();
        const pause = count === 0 || dueInMs === null ? 30_000 : Math.max(dueInMs, 10);
        await alarm.wait(shared ? Math.min(pause, pollMs) : pause);
      } catch (error) {
        if (stopping.signal.aborted) return;
        freed = null;
        failures += 1;
        log.error({ err: error, failures }, "the embedding loop could not reach its queue; it tries again");
        await alarm.wait(Math.min(30_000, 100 * 2 ** failures));
      }
    }
  }

  const ring = (): void => {
    for (const alarm of alarms) alarm.ring();
  };

  /** True when every bank is known to be embedded by this encoder, or nobody asks. */
  let isCurrent = openBank === null;
  async function renew(): Promise<void> {
    const { signal } = stopping;
    for (let failures = 1; openBank !== null && !isCurrent && !signal.aborted; failures += 1) {
      try {
        await embedAnew(ctx, tenant, { openBank, onQueued: ring, stored: done, pollMs, signal });
        isCurrent = true;
        done.ring();
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, failures }, "memories of another embedding model could not be queued; it is tried again");
        await createAlarm().after(0, Math.min(maxRetryMs, retryMs * 2 ** Math.min(failures, 20)), signal);
      }
    }
  }
  const finished = Promise.all([...alarms.map(lane), renew()]);
  const runtime: EmbeddingRuntime = {
    wake: ring,
    stored: (bankKey) => onStored(new Set([bankKey])),
    async idle(signal) {
      for (;;) {
        signal?.throwIfAborted();
        const before = done.rings; // before the count, so that what ends during it is not missed
        if (stopping.signal.aborted || (isCurrent && (await countWaiting(db, tenant)).count === 0)) return;
        await done.after(before, shared ? pollMs : null, signal);
      }
    },
    async stop() {
      stopping.abort();
      ring();
      done.ring();
      await finished;
      running.delete(db);
    },
  };
  running.set(db, runtime);
  return runtime;
}
