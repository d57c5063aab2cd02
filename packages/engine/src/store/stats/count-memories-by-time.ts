import type { BankScope } from "../../domain/scope.js";
import type { MemoryTimeField } from "../../domain/time-series.js";
import { type Db, type Statement, sql } from "../db.js";

export interface TimeCount {
  readonly time: Date;
  readonly kind: "world" | "experience" | "observation";
  readonly found: number;
}

const COLUMNS: Readonly<Record<MemoryTimeField, Statement>> = {
  created_at: sql`created_at`,
  mentioned_at: sql`mentioned_at`,
  occurred_start: sql`occurred_start`,
};

/**
 * Memories by kind and by minute, hour or day (UTC), from `start` until before `end`; times without a memory have no row. No memory is made after it was
 * changed last, and changes have an index: those that were made in a week are found without the others.
 */
export async function countMemoriesByTime(
  db: Db,
  bank: BankScope,
  window: { readonly unit: "minute" | "hour" | "day"; readonly field: MemoryTimeField; readonly start: Date; readonly end: Date },
): Promise<readonly TimeCount[]> {
  const { unit, field, start, end } = window;
  const column = COLUMNS[field];
  const isChanged = field === "created_at" ? sql`updated_at >= ${start}::timestamptz` : sql`TRUE`;
  const { rows } = await db.query<TimeCount>(sql`
    SELECT date_trunc(${unit}::text, ${column}, 'UTC') AS time, kind, count(*) AS found FROM memory
    WHERE bank_id = ${bank.key} AND ${isChanged} AND ${column} >= ${start}::timestamptz AND ${column} < ${end}::timestamptz
    GROUP BY 1, 2 ORDER BY 1, 2`);
  return rows;
}
