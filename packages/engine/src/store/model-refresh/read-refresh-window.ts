import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type MemoryConditions, memoryFilter } from "../filters/memory-filter.js";

export interface RefreshWindow {
  /** Now, by the database's clock. */
  readonly cutoff: string;
  /** The newest change of a memory under the conditions; null when there is none. */
  readonly watermark: string | null;
  /** Whether one of them changed after `after`. */
  readonly hasNews: boolean;
}

/**
 * What a refresh that begins now is sure to see. Both as the database writes a time: a Date would cut the microseconds off, and a watermark so cut lies
 * before the memory it was taken from, which would then be new for ever. A write that is under way is not in the watermark: writers of a bank go one
 * after another, so its changes are later than all that can be seen, and the next refresh looks at them.
 */
export async function readRefreshWindow(
  db: Db,
  bank: BankScope,
  conditions: MemoryConditions,
  after: string | null,
): Promise<RefreshWindow> {
  const { rows } = await db.query<RefreshWindow>(sql`
    SELECT clock_timestamp()::text AS cutoff,
      (SELECT max(m.updated_at)::text FROM memory AS m WHERE m.bank_id = ${bank.key} AND ${memoryFilter(conditions)}) AS watermark,
      EXISTS (SELECT FROM memory AS m WHERE m.bank_id = ${bank.key} AND (${after}::timestamptz IS NULL OR m.updated_at > ${after}::timestamptz)
        AND ${memoryFilter(conditions)}) AS "hasNews"`);
  return rows[0] as RefreshWindow;
}
