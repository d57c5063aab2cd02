import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Row keys of all banks, oldest first. */
export async function listBankKeys(db: Db, _tenant: TenantScope): Promise<readonly number[]> {
  const { rows } = await db.query<{ key: number }>(sql`SELECT bank_id AS key FROM bank ORDER BY bank_id`);
  return rows.map(({ key }) => key);
}
