import { allOf, type Statement, sql } from "../db.js";

/** A column of time between two instants, both included; null ends are open. */
export function timeFilter(column: Statement, start: Date | null | undefined, end: Date | null | undefined): Statement {
  const conditions: Statement[] = [];
  if (start) conditions.push(sql`${column} >= ${start}::timestamptz`);
  if (end) conditions.push(sql`${column} <= ${end}::timestamptz`);
  return allOf(conditions);
}
