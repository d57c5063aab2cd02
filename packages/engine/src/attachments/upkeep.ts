import type { EngineContext } from "../context.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import { banksWithUnusedObjects } from "../store/attachments/banks-with-unused-objects.js";
import { startUpkeep, type Upkeep } from "../upkeep.js";
import { sweepObjects, YOUNG_MS } from "./sweep.js";

/** How often it is looked: an object that nothing names lies for this long and its youth at most. */
const UPKEEP_MS = 10 * 60_000;

/** Deletes, now and then, the bytes of attachments that nothing names any more. A sweep that fails is logged and comes again. */
export function startObjectUpkeep(
  ctx: Pick<EngineContext, "db" | "objects" | "log">,
  tenant: TenantScope,
  openBank: (key: number) => Promise<BankScope | null>,
): Upkeep {
  return startUpkeep(UPKEEP_MS, async (signal) => {
    try {
      for (const key of await banksWithUnusedObjects(ctx.db, tenant, YOUNG_MS)) {
        const bank = signal.aborted ? null : await openBank(key);
        const swept = bank === null ? 0 : await sweepObjects(ctx, bank);
        if (swept > 0) ctx.log.info({ bank: bank?.bankId, objects: swept }, "bytes of attachments that nothing names were deleted");
      }
    } catch (error) {
      if (!signal.aborted) ctx.log.warn({ err: error }, "unused attachments could not be swept; it is tried again later");
    }
  });
}
