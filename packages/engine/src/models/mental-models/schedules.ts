// Schedules: mental models that are refreshed at set times.
// In: the clock, every now and then. Out: queued refreshes of the models that are due.

import type { EngineContext } from "../../context.js";
import type { BankScope, TenantScope } from "../../domain/scope.js";
import { banksWithSchedules } from "../../store/mental-models/banks-with-schedules.js";
import { listRefreshingModels, type RefreshingModel } from "../../store/mental-models/list-refreshing-models.js";
import { startUpkeep, type Upkeep } from "../../upkeep.js";
import { queueRefreshes } from "./after-consolidation.js";
import { lastFired } from "./checks.js";

type Parts = Pick<EngineContext, "db" | "settings" | "now">;

/** Looks at the schedules now and then. A look that fails is logged and comes again. */
export function startModelSchedules(ctx: EngineContext, tenant: TenantScope, openBank: (key: number) => Promise<BankScope | null>): Upkeep {
  return startUpkeep(ctx.settings.mentalModelRefreshTickSeconds * 1000, async (signal) => {
    try {
      await refreshScheduledModels(ctx, tenant, openBank, signal);
    } catch (error) {
      if (!signal.aborted) ctx.log.warn({ err: error }, "scheduled mental models could not be looked for; it is tried again later");
    }
  });
}

/** Looks at the schedules of all banks once; returns how many refreshes it queued. */
export async function refreshScheduledModels(
  ctx: Parts,
  tenant: TenantScope,
  openBank: (key: number) => Promise<BankScope | null>,
  signal: AbortSignal,
): Promise<number> {
  let queued = 0;
  for (const key of await banksWithSchedules(ctx.db, tenant)) {
    if (signal.aborted) break;
    const bank = await openBank(key);
    if (bank !== null) queued += (await refreshDue(ctx, bank)).length;
  }
  return queued;
}

async function refreshDue(ctx: Parts, bank: BankScope): Promise<readonly string[]> {
  const now = ctx.now();
  const models = await listRefreshingModels(ctx.db, bank);
  return queueRefreshes(
    ctx,
    bank,
    models.flatMap((model) => {
      if (isFullDue(model, now)) return [{ model, mode: "full" as const }];
      return isDue(model, now) ? [{ model }] : [];
    }),
  );
}

/** The schedule has fired since the last refresh, and there is something to tell. */
function isDue({ trigger, lastRefreshedAt, createdAt, staleness }: RefreshingModel, now: Date): boolean {
  return staleness.isStale && hasFired(trigger.refreshCron, lastRefreshedAt ?? createdAt, now);
}

/** The same for what is written anew whole, which is also worth it when deltas have changed the text since it last was. */
function isFullDue({ trigger, lastRefreshedAt, lastFullRefreshedAt, createdAt, staleness }: RefreshingModel, now: Date): boolean {
  const hasDeltas = lastRefreshedAt !== null && (lastFullRefreshedAt === null || lastRefreshedAt > lastFullRefreshedAt);
  return (staleness.isStale || hasDeltas) && hasFired(trigger.fullRefreshCron, lastFullRefreshedAt ?? createdAt, now);
}

function hasFired(cron: string | null, since: Date, now: Date): boolean {
  const fired = cron === null ? null : lastFired(cron, now);
  return fired !== null && fired > since;
}
