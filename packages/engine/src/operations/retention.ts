import type { EngineContext } from "../context.js";
import type { TenantScope } from "../domain/scope.js";
import { sweepOperations } from "../store/operations/sweep-operations.js";
import { createAlarm } from "./alarm.js";

export interface RetentionOptions {
  /** Days for which the record of an ended operation is kept. */
  readonly days: number;
  readonly batchSize: number;
  readonly intervalMs: number;
}

export interface Retention {
  stop(): Promise<void>;
}

/** Pause between two batches, so that a sweep of a million records is no load. */
const BATCH_PAUSE_MS = 250;
const DAY_MS = 86_400_000;

/** Deletes the records of operations that ended longer ago than the given days, batch by batch; returns how many. */
export async function sweepOnce(
  { db, now }: Pick<EngineContext, "db" | "now">,
  tenant: TenantScope,
  { days, batchSize }: Pick<RetentionOptions, "days" | "batchSize">,
  signal: AbortSignal,
): Promise<number> {
  const endedBefore = new Date(now().getTime() - days * DAY_MS);
  let swept = 0;
  while (!signal.aborted) {
    const count = await sweepOperations(db, tenant, { endedBefore, limit: batchSize });
    swept += count;
    if (count === 0) break; // not: fewer than a batch. The children of a swept parent only now count
    await createAlarm().after(0, BATCH_PAUSE_MS, signal);
  }
  return swept;
}

/** Sweeps at the start and then at each interval, until it is stopped. A sweep that fails is logged and comes again with the next. */
export function startRetention(ctx: EngineContext, tenant: TenantScope, options: RetentionOptions): Retention {
  const stopping = new AbortController();
  const pause = createAlarm();
  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const swept = await sweepOnce(ctx, tenant, options, stopping.signal);
        if (swept > 0) ctx.log.info({ swept, days: options.days }, "old records of operations were deleted");
      } catch (error) {
        if (!stopping.signal.aborted)
          ctx.log.warn({ err: error }, "old records of operations could not be deleted; the next sweep tries again");
      }
      await pause.wait(options.intervalMs);
    }
  }
  const looped = loop();
  return {
    async stop() {
      stopping.abort();
      pause.ring();
      await looped;
    },
  };
}
