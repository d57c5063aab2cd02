// When an entity was mentioned, counted by kind in buckets of equal length.
// In: its memories. Out: buckets for a chart without gaps, and how many memories have no date.

import type { api } from "@hindsight-memory/client";
import type { Bucket } from "../../charts/time-chart";

const DAY_MS = 86_400_000;
/** Lengths of a bucket in days: the first that needs no more buckets than read well. */
const LENGTHS = [1, 7, 30, 91, 365] as const;
const MOST_BUCKETS = 40;

export interface Times {
  readonly buckets: readonly Bucket[];
  readonly undated: number;
}

export function timesOf(memories: readonly Pick<api.MemoryUnitListItem, "date" | "fact_type">[]): Times {
  const dated = memories.flatMap(({ date, fact_type }) => {
    const at = Date.parse(date ?? "");
    return Number.isNaN(at) ? [] : [{ day: Math.floor(at / DAY_MS), kind: fact_type ?? "world" }];
  });
  const undated = memories.length - dated.length;
  if (dated.length === 0) return { buckets: [], undated };
  const first = dated.reduce((least, { day }) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const last = dated.reduce((most, { day }) => Math.max(most, day), Number.NEGATIVE_INFINITY);
  const length = LENGTHS.find((days) => (last - first + 1) / days <= MOST_BUCKETS) ?? Math.ceil((last - first + 1) / MOST_BUCKETS);
  const counts = Array.from({ length: Math.floor((last - first) / length) + 1 }, (): Record<string, number> => ({}));
  for (const { day, kind } of dated) {
    const bucket = counts[Math.floor((day - first) / length)] as Record<string, number>;
    bucket[kind] = (bucket[kind] ?? 0) + 1;
  }
  return { buckets: counts.map((values, place) => ({ time: new Date((first + place * length) * DAY_MS).toISOString(), values })), undated };
}
