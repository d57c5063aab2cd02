// Windows of statistics: which buckets a period has.
// In: a period and the time. Out: its unit, its first bucket, and the times of all of them.
// Days and hours are those of UTC, as in the contract.

import type { StatsPeriod } from "../domain/llm-requests.js";

const UNIT_MS = { hour: 3_600_000, day: 86_400_000 } as const;

/** Buckets of each period, the present one, which is not over, included. */
const PERIODS: Readonly<Record<StatsPeriod, { readonly unit: "hour" | "day"; readonly buckets: number }>> = {
  "1d": { unit: "hour", buckets: 24 },
  "7d": { unit: "day", buckets: 7 },
  "30d": { unit: "day", buckets: 30 },
};

export interface StatsWindow {
  readonly unit: "hour" | "day";
  readonly start: Date;
  /** Beginnings of the buckets, without gaps. */
  readonly times: readonly Date[];
}

export function statsWindow(period: StatsPeriod, now: Date): StatsWindow {
  const { unit, buckets } = PERIODS[period];
  const step = UNIT_MS[unit];
  const start = Math.floor(now.getTime() / step) * step - (buckets - 1) * step;
  return { unit, start: new Date(start), times: Array.from({ length: buckets }, (_, place) => new Date(start + place * step)) };
}
