import type { EngineContext } from "../context.js";
import type { TenantScope } from "../domain/scope.js";
import { createAlarm, eitherOf } from "../operations/index.js";
import type { Database } from "../store/db.js";
import { claimWaiting, type WaitingMemory } from "../store/queue/claim-waiting.js";
import { countWaiting } from "../store/queue/count-waiting.js";
import { freeWaiting } from "../store/queue/free-waiting.js";
import { readWaiting } from "../store/queue/read-waiting.js";
import { releaseWaiting } from "../store/queue/release-waiting.js";
import { insertVectors } from "../store/vectors/insert-vectors.js";
import { vectorTarget } from "./vector-target.js";

/** The loop that gives memories their vectors behind the writes. */
export interface EmbeddingRuntime {
  /** Looks for waiting memories now. */
  wake(): void;
  /** Says that a bank, by row key, got vectors in another way. */
  stored(bankKey: number): void;
  /** Resolves when no memory waits any more, of any bank. */
  idle(signal?: AbortSignal): Promise<void>;
  /** Ends the loop; what it had begun is put back in the queue. */
  stop(): Promise<void>;
}

export interface EmbeddingOptions {
  /** Texts per call of the encoder. Longer calls are no faster (it works in batches of 8) and let a synchronous retain wait longer. */
  readonly batch: number;
  /** How long a process keeps what it took from the others. */
  readonly leaseMs: number;
  readonly retryMs: number;
  readonly maxRetryMs: number;
  /** How often a loop without work looks for that of other processes. */
  readonly pollMs: number;
  /** Told which banks, by row key, got vectors. */
  readonly onStored: (bankKeys: ReadonlySet<number>) => void;
}

const DEFAULTS: EmbeddingOptions = {
  batch: 32,
  leaseMs: 120_000,
  retryMs: 1_000,
  maxRetryMs: 300_000,
  pollMs: 1_000,
  onStored: () => undefined,
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
  const { batch, leaseMs, retryMs, maxRetryMs, pollMs, onStored } = { ...DEFAULTS, ...options };
  const { db, log, encoder } = ctx;
  const shared = db.capabilities.concurrent; // other processes may take from the same queue
  const stopping = new AbortController();
  const alarm = createAlarm();
  const done = createAlarm();

  async function embed(rows: readonly WaitingMemory[]): Promise<void> {
    try {
      const vectors = await encoder.embedPassages(
        rows.map((row) => row.text),
        stopping.signal,
      );
      const made = rows.map(({ bankKey, memoryNo }, index) => ({ bankKey, memoryNo, vector: vectors[index] as Float32Array }));
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

  /** One round: true when there was work. */
  async function round(): Promise<boolean> {
    const taken = shared ? await claimWaiting(db, tenant, { limit: batch, leaseMs }) : await readWaiting(db, tenant, batch);
    if (taken.length === 0) return false;
    const together = taken.filter((row) => row.attempts < 2);
    if (together.length > 0) await embed(together);
    for (const row of taken) if (row.attempts >= 2) await embed([row]);
    done.ring();
    return true;
  }

  async function loop(): Promise<void> {
    let started = shared;
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        if (!started) await freeWaiting(db, tenant);
        started = true;
        const worked = await round();
        failures = 0;
        if (worked) continue;
        const { count, dueInMs } = await countWaiting(db, tenant);
        if (count === 0) done.ring();
        const pause = Math.max(dueInMs ?? 30_000, count === 0 ? 0 : 10);
        await alarm.wait(shared ? Math.min(pause, pollMs) : pause);
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        log.error({ err: error, failures }, "the embedding loop could not reach its queue; it tries again");
        await alarm.wait(Math.min(30_000, 100 * 2 ** failures));
      }
    }
  }

  const finished = loop();
  const runtime: EmbeddingRuntime = {
    wake: () => alarm.ring(),
    stored: (bankKey) => onStored(new Set([bankKey])),
    async idle(signal) {
      for (;;) {
        signal?.throwIfAborted();
        const next = done.next(); // before the count, so that what ends during it is not missed
        if (stopping.signal.aborted || (await countWaiting(db, tenant)).count === 0) return;
        await eitherOf(next, shared ? pollMs : null, signal);
      }
    },
    async stop() {
      stopping.abort();
      alarm.ring();
      done.ring();
      await finished;
      running.delete(db);
    },
  };
  running.set(db, runtime);
  return runtime;
}
