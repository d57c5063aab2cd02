import type { EngineContext } from "../context.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import { banksWithUnusedObjects } from "../store/attachments/banks-with-unused-objects.js";
import { sweepObjects, YOUNG_MS } from "./sweep.js";

/** How often it is looked: an object that nothing names lies for this long and its youth at most. */
const UPKEEP_MS = 10 * 60_000;

export interface ObjectUpkeep {
  /** Sweeps now; resolves when it is done. A sweep that fails is logged and comes again. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** Deletes, now and then, the bytes of attachments that nothing names any more. */
export function startObjectUpkeep(
  ctx: Pick<EngineContext, "db" | "objects" | "log">,
  tenant: TenantScope,
  openBank: (key: number) => Promise<BankScope | null>,
): ObjectUpkeep {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    try {
      for (const key of await banksWithUnusedObjects(ctx.db, tenant, YOUNG_MS)) {
        const bank = stopped ? null : await openBank(key);
        const swept = bank === null ? 0 : await sweepObjects(ctx, bank);
        if (swept > 0) ctx.log.info({ bank: bank?.bankId, objects: swept }, "bytes of attachments that nothing names were deleted");
      }
    } catch (error) {
      if (!stopped) ctx.log.warn({ err: error }, "unused attachments could not be swept; it is tried again later");
    }
  }

  function run(): Promise<void> {
    running = running.then(() => (stopped ? undefined : sweep()));
    return running;
  }

  const timer = setInterval(run, UPKEEP_MS);
  timer.unref();
  return {
    run,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
