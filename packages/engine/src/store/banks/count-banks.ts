import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type BankFilter, bankFilter } from "../filters/bank-filter.js";

/** How many banks pass the filter. */
export async function countBanks(db: Db, _tenant: TenantScope, filter: BankFilter): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`SELECT count(*) AS total FROM bank WHERE ${bankFilter(filter)}`);
  return rows[0]?.total ?? 0;
}
