import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Row keys of the banks whose numbers have gone beyond `memories`, the smallest first. */
export async function listLargeBanks(db: Db, _tenant: TenantScope, memories: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ key: number }>(sql`
    SELECT bank_id AS key FROM bank WHERE next_memory_no > ${memories + 1} ORDER BY next_memory_no, bank_id`);
  return rows.map((row) => row.key);
}
