import type { MemoryFilter } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { listedMemories, memoryListFilter } from "../filters/memory-list-filter.js";

/** How many memories a list has on all its pages. */
export async function countMemories(db: Db, bank: BankScope, filter: Omit<MemoryFilter, "limit" | "offset">): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    sql`SELECT count(*) AS total FROM ${listedMemories(filter)} AS m WHERE ${memoryListFilter(bank, filter)}`,
  );
  return rows[0]?.total ?? 0;
}
