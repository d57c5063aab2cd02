import type { MemoryGraphFilter } from "../../domain/graph.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { graphFilter } from "../filters/graph-filter.js";

/** How many memories pass the filter of a graph. */
export async function countGraphMemories(db: Db, bank: BankScope, filter: Omit<MemoryGraphFilter, "limit">): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`SELECT count(*) AS total FROM memory AS m WHERE ${graphFilter(bank, filter)}`);
  return rows[0]?.total ?? 0;
}
