// Time series: when the memories of a bank were made, mentioned, or happened.
// In: a period and the time. Out: its buckets, which begin with full minutes, hours and days of UTC.

export const MEMORY_TIME_FIELDS = ["created_at", "mentioned_at", "occurred_start"] as const;
export type MemoryTimeField = (typeof MEMORY_TIME_FIELDS)[number];

const MINUTE = 60_000;
const UNIT_MS = { minute: MINUTE, hour: 60 * MINUTE, day: 1_440 * MINUTE } as const;
export type TimeUnit = keyof typeof UNIT_MS;

/** Buckets of each period of the contract, the present one, which is not over, included. */
const PERIODS = {
  "1h": { unit: "minute", buckets: 60 },
  "12h": { unit: "hour", buckets: 12 },
  "1d": { unit: "hour", buckets: 24 },
  "7d": { unit: "day", buckets: 7 },
  "30d": { unit: "day", buckets: 30 },
  "90d": { unit: "day", buckets: 90 },
} as const satisfies Readonly<Record<string, { readonly unit: TimeUnit; readonly buckets: number }>>;

export type TimePeriod = keyof typeof PERIODS;
export const TIME_PERIODS = Object.keys(PERIODS) as readonly TimePeriod[];

export interface TimeWindow<Unit extends TimeUnit = TimeUnit> {
  readonly unit: Unit;
  readonly start: Date;
  /** When the last bucket ends. */
  readonly end: Date;
  /** Beginnings of the buckets, without gaps. */
  readonly times: readonly Date[];
}

export function timeWindow<Period extends TimePeriod>(period: Period, now: Date): TimeWindow<(typeof PERIODS)[Period]["unit"]> {
  const { unit, buckets } = PERIODS[period];
  const step = UNIT_MS[unit];
  const end = (Math.floor(now.getTime() / step) + 1) * step;
  const times = Array.from({ length: buckets }, (_, place) => new Date(end - (buckets - place) * step));
  return { unit, start: times[0] as Date, end: new Date(end), times };
}

export interface TimeBucket {
  readonly time: Date;
  readonly world: number;
  readonly experience: number;
  readonly observation: number;
}

export interface MemoryTimeSeries {
  readonly bankId: string;
  readonly period: TimePeriod;
  readonly unit: TimeUnit;
  readonly field: MemoryTimeField;
  readonly buckets: readonly TimeBucket[];
}
