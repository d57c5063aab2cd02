/** How the evidence of an observation is spread over time. Pure. */

import type { Trend } from "./observations.js";

const DAY_MS = 86_400_000;
/** Reference §1.13: what is no older is recent; the rest is weighed over the two months up to ninety days. */
const RECENT_DAYS = 30;
const EARLIER_DAYS = 60;
const RISING = 1.5;
const FALLING = 0.5;

/**
 * `stale` without recent evidence, `new` with nothing else; between them the recent rate of evidence is compared with the earlier one: half as much again
 * is `strengthening`, less than half `weakening`. `times` are those of the facts, when each was said.
 */
export function trendOf(times: readonly Date[], now: Date): Trend {
  const since = now.getTime() - RECENT_DAYS * DAY_MS;
  const recent = times.filter((time) => time.getTime() >= since).length;
  if (recent === 0) return "stale";
  const earlier = times.length - recent;
  if (earlier === 0) return "new";
  const ratio = recent / RECENT_DAYS / (earlier / EARLIER_DAYS);
  if (ratio > RISING) return "strengthening";
  return ratio < FALLING ? "weakening" : "stable";
}
