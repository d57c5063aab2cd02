import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { bankFilter } from "../filters/bank-filter.js";

/** How many banks have an id, a name or an alias like `pattern` (ILIKE); null counts all. */
export async function countBanks(db: Db, _tenant: TenantScope, pattern: string | null): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`SELECT count(*) AS total FROM bank WHERE ${bankFilter(pattern)}`);
  return rows[0]?.total ?? 0;
}
