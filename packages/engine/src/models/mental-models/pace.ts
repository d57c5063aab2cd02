// Pace: how soon a model may be refreshed again without anyone asking for it.
// In: when it was refreshed and when that failed. Out: a time, or an error that puts the work off until then.

import { resolveBankSettings } from "../../config/index.js";
import type { EngineContext } from "../../context.js";
import type { Trigger } from "../../domain/mental-models.js";
import { HindsightError } from "../../errors.js";
import type { ModelForRefresh } from "../../store/mental-models/read-model-for-refresh.js";

/** The wait after a first failure; each further one doubles it, up to a day. A model that always fails is tried about eleven times on its first day, then daily. */
const FIRST_BACKOFF_SECONDS = 60;
const MOST_BACKOFF_SECONDS = 86_400;

/** Seconds that automatic refreshes wait after `failures` failed ones in a row. */
export function backoffSeconds(failures: number): number {
  return failures <= 0 ? 0 : Math.min(MOST_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** (failures - 1));
}

type Paced = Pick<ModelForRefresh, "lastRefreshedAt" | "lastRefreshFailedAt" | "failures"> & {
  readonly trigger: Pick<Trigger, "minRefreshIntervalSeconds">;
};

/** From when the server may refresh it by itself: the least time after the last refresh, and the back-off after failures; null when nothing holds it. */
export function automaticRefreshFrom(model: Paced, bankIntervalSeconds: number): Date | null {
  const interval = model.trigger.minRefreshIntervalSeconds ?? bankIntervalSeconds;
  const times = [after(model.lastRefreshedAt, interval), after(model.lastRefreshFailedAt, backoffSeconds(model.failures))];
  const latest = Math.max(...times.map((time) => time?.getTime() ?? Number.NEGATIVE_INFINITY));
  return Number.isFinite(latest) ? new Date(latest) : null;
}

/**
 * For the handler, before it calls a model: an automatic refresh that comes too soon is put off, which uses up no try. It may have been queued before a
 * refresh that somebody asked for, or by forgetting, which knows no pace. Throws `refresh_failed` with the time in its details.
 */
export function deferUntilDue(
  { settings, now }: Pick<EngineContext, "settings" | "now">,
  model: ModelForRefresh,
  isAutomatic: boolean,
): void {
  if (!isAutomatic) return;
  const inForce = resolveBankSettings(settings.bank, model.bankConfig);
  const retryAt = automaticRefreshFrom(model, inForce.mental_model_min_refresh_interval_seconds);
  if (retryAt === null || retryAt <= now()) return;
  throw new HindsightError("refresh_failed", `Mental model '${model.id}' is refreshed again from ${retryAt.toISOString()} on.`, {
    details: { retryAt },
  });
}

function after(time: Date | null, seconds: number): Date | null {
  return time === null || seconds === 0 ? null : new Date(time.getTime() + seconds * 1000);
}
