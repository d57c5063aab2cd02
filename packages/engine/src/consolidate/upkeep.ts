import type { EngineContext } from "../context.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import { askForConsolidation, canConsolidate } from "../forget/index.js";
import { operationsOf } from "../operations/index.js";
import { lockBank } from "../store/banks/lock-bank.js";
import { banksToConsolidate } from "../store/consolidation/banks-to-consolidate.js";
import { startUpkeep, type Upkeep } from "../upkeep.js";

/** Banks that one look takes up; the next look finds the others. */
const BANKS_AT_ONCE = 1_000;

/**
 * Looks, now and then, for banks with facts that nobody consolidates: their consolidation failed for good, was cancelled or deleted, or they were let go
 * again. A look that fails is logged and comes again.
 */
export function startConsolidationUpkeep(
  ctx: EngineContext,
  tenant: TenantScope,
  openBank: (key: number) => Promise<BankScope | null>,
): Upkeep {
  const everyMs = ctx.settings.consolidationReconcileIntervalSeconds * 1000;
  const { enable_observations: enableObservations, enable_auto_consolidation: enableAutoConsolidation } = ctx.settings.bank;
  return startUpkeep(everyMs, async (signal) => {
    if (!canConsolidate(ctx)) return;
    try {
      const wanted = { pauseMs: everyMs, limit: BANKS_AT_ONCE, enableObservations, enableAutoConsolidation };
      for (const key of await banksToConsolidate(ctx.db, tenant, wanted)) {
        const bank = signal.aborted ? null : await openBank(key);
        if (bank === null) continue;
        await ctx.db.transaction(async (tx) => {
          if (await lockBank(tx, bank)) await askForConsolidation(tx, bank, ctx);
        });
        operationsOf(ctx.db)?.wake();
      }
    } catch (error) {
      if (!signal.aborted) ctx.log.warn({ err: error }, "banks to be consolidated could not be looked for; it is tried again later");
    }
  });
}
