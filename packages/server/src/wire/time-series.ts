// Time series on the wire.
// In: query parameters. Out: a period and a field of the engine, and the contract's reply.

import { MEMORY_TIME_FIELDS, type MemoryTimeField, type MemoryTimeSeries, TIME_PERIODS, type TimePeriod } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { name, preset } from "./scalars.js";
import { iso } from "./time.js";

export const TimeSeriesQuery = z.object({
  period: preset(name("1h (by minute), 12h or 1d (by hour), 7d, 30d or 90d (by day); any other word is 7d"), "7d"),
  time_field: preset(name("created_at, mentioned_at or occurred_start; any other word is created_at"), "created_at"),
});

/** The contract knows no error here: the reply names what was taken. */
export function timeSeriesQuery(query: z.output<typeof TimeSeriesQuery>): { readonly period: TimePeriod; readonly field: MemoryTimeField } {
  return {
    period: TIME_PERIODS.find((period) => period === query.period) ?? "7d",
    field: MEMORY_TIME_FIELDS.find((field) => field === query.time_field) ?? "created_at",
  };
}

const TimeSeriesBucket = z
  .object({ time: z.string(), world: z.int().default(0), experience: z.int().default(0), observation: z.int().default(0) })
  .openapi("MemoryTimeseriesBucket");

export const TimeSeriesReply = z
  .object({
    bank_id: z.string(),
    period: z.string(),
    trunc: z.string(),
    time_field: z.string().default("created_at"),
    buckets: z.array(TimeSeriesBucket).optional(),
  })
  .openapi("MemoriesTimeseriesResponse");

export function timeSeriesReply({ bankId, period, unit, field, buckets }: MemoryTimeSeries): z.input<typeof TimeSeriesReply> {
  return {
    bank_id: bankId,
    period,
    trunc: unit,
    time_field: field,
    buckets: buckets.map(({ time, ...counts }) => ({ time: iso(time), ...counts })),
  };
}
