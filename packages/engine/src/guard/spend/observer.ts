import type { CallObserver, CallOrigin, CallRecord, ExpectedCall, Purpose } from "../../providers/llm/index.js";
import { sweepUsage } from "../../store/llm-usage/sweep-usage.js";
import { aroundLlmCall, type LlmTrace, type LlmWatchParts, startLlmTrace } from "../../telemetry/index.js";
import { admit, readLimits } from "./admit.js";
import { countedUsage, createEstimator } from "./estimate.js";
import { startMeter } from "./meter.js";
import { batchPrice, costOf, priceOf, priceTable } from "./prices.js";
import { refusal } from "./refusal.js";

/** The observer of the language models, with what it writes behind their backs. */
export interface SpendObserver extends CallObserver {
  /** Resolves when the calls so far are written: their spend and their trace. */
  flush(): Promise<void>;
  /** Deletes old traces and old spend. Runs by itself; here for tests and the command line. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** How long a call waits for others under way to leave it room: since one of them was last over, and in all. */
const PATIENCE_MS = 60_000;
const MOST_PATIENCE_MS = 300_000;
/** How often it looks for calls of other processes. */
const LOOK_MS = 1_000;
/** Hours of spend are kept for a little more than a quarter. */
const USAGE_DAYS = 100;
const SWEEP_MS = 21_600_000;

/**
 * Watches every attempt at a model call: limits before, and after it usage, metrics and trace. Throws `configuration_invalid` for a bad price table.
 * Where no limit is set, a call costs one look at the bank's settings.
 */
export function createCallObserver(parts: LlmWatchParts): SpendObserver {
  const { db, tenant, settings, log, now, metrics } = parts;
  const prices = priceTable(settings.llmPrices);
  const estimator = createEstimator(prices);
  const meter = startMeter(db, tenant, log);
  const trace: LlmTrace = startLlmTrace(parts);
  /** What is set aside, by whose call it is for. Calls of one run and purpose are alike: which of them comes back first does not matter. */
  const reserved = new Map<string, string[]>();
  const unpriced = new Set<string>();
  const sweeper = setInterval(() => void sweepOld(), SWEEP_MS);
  sweeper.unref();

  async function before(origin: CallOrigin, purpose: Purpose, expected?: ExpectedCall): Promise<void> {
    const limits = await readLimits(db, settings, origin.bank);
    if (limits.length === 0) return;
    const start = performance.now();
    for (let lastOver = start; ; ) {
      const written = meter.written(); // before the look, so that what is written during it is not missed
      const estimate = estimator.expect(purpose, expected ?? null); // anew each time: those that it waited for tell what such a call costs
      const admission = await admit(db, tenant, origin.bank, limits, estimate, now(), expected?.batch);
      if (admission.kind === "go") {
        if (admission.reservation !== null && expected?.batch === undefined) put(reserved, ownerOf(origin, purpose), admission.reservation);
        return;
      }
      if (admission.kind !== "full" || performance.now() > Math.min(lastOver + PATIENCE_MS, start + MOST_PATIENCE_MS)) {
        const { limit } = admission.by;
        metrics.spendRefusal(limit.level, limit.unit, limit.window);
        throw refusal(admission.by, now(), admission.kind);
      }
      if (await happens(written, LOOK_MS)) lastOver = performance.now();
    }
  }

  function after(record: CallRecord): void {
    const { origin, purpose, provider, model } = record;
    const usage = countedUsage(record);
    const listed = priceOf(prices, provider, model);
    const price = listed === null || record.isBatch !== true ? listed : batchPrice(listed, provider);
    const microUsd = price === null ? null : costOf(price, usage);
    estimator.learn(purpose, usage);
    meter.count({
      bank: origin.bank,
      at: record.startedAt,
      failed: record.status === "error",
      usage,
      microUsd,
      reservation: record.reservation ?? take(reserved, ownerOf(origin, purpose)),
    });
    metrics.llmCall(record, microUsd);
    trace.note(record, microUsd);
    if (price === null && !unpriced.has(`${provider}/${model}`)) {
      unpriced.add(`${provider}/${model}`);
      log.warn(
        { provider, model },
        "the price of this model is not known, so its calls count no money; HINDSIGHT_API_LLM_PRICES gives it one",
      );
    }
  }

  async function sweepOld(): Promise<void> {
    try {
      await sweepUsage(db, tenant, new Date(now().getTime() - USAGE_DAYS * 86_400_000));
    } catch (error) {
      log.warn({ err: error }, "old spend could not be deleted; the next sweep tries again");
    }
  }

  return {
    before,
    around: aroundLlmCall,
    after(record) {
      try {
        after(record);
      } catch (error) {
        log.error({ err: error }, "a model call could not be counted"); // the call was made and is paid for; its answer must not be lost too
      }
    },
    async flush() {
      await Promise.all([meter.flush(), trace.flush()]);
    },
    async sweep() {
      await Promise.all([trace.sweep(), sweepOld()]);
    },
    async close() {
      clearInterval(sweeper);
      await trace.close();
      await meter.close();
    },
  };
}

function ownerOf({ bank, traceId }: CallOrigin, purpose: Purpose): string {
  return `${bank?.key ?? 0} ${traceId} ${purpose}`;
}

function put(map: Map<string, string[]>, key: string, id: string): void {
  const ids = map.get(key);
  if (ids === undefined) map.set(key, [id]);
  else ids.push(id);
}

function take(map: Map<string, string[]>, key: string): string | null {
  const ids = map.get(key);
  const id = ids?.shift() ?? null;
  if (ids?.length === 0) map.delete(key);
  return id;
}

/** True when the event came first, false when the time was over before it. */
async function happens(event: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([event.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
