import type { TimeSpan } from "../../domain/memory.js";
import type { Reading } from "../../domain/reading.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { Extraction } from "./insert-extraction.js";

/** What an operation has had read in an earlier run, by key. */
export async function readExtractions(db: Db, bank: BankScope, operationId: string): Promise<readonly Extraction[]> {
  const { rows } = await db.query<Extraction>(sql`
    SELECT encode(reading_key, 'hex') AS key, readings, usage FROM extraction WHERE bank_id = ${bank.key} AND operation_id = ${operationId}`);
  return rows.map((row) => ({ ...row, readings: row.readings.map(withDates) }));
}

/** JSON has no dates. */
function withDates(reading: Reading): Reading {
  const occurred = reading.occurred as (Omit<TimeSpan, "start" | "end"> & { readonly start: string; readonly end: string }) | null;
  return occurred === null
    ? reading
    : { ...reading, occurred: { ...occurred, start: new Date(occurred.start), end: new Date(occurred.end) } };
}
