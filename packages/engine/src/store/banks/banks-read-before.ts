import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { ownBank } from "../filters/own-bank.js";

/** Row keys of the banks whose texts were read by an earlier analysis than this, oldest first. */
export async function banksReadBefore(db: Db, _tenant: TenantScope, analysis: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ key: number }>(sql`
    SELECT bank_id AS key FROM bank WHERE ${ownBank} AND analysis < ${analysis} ORDER BY bank_id`);
  return rows.map((row) => row.key);
}
