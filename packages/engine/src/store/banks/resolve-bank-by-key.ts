import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { ResolvedBank } from "./resolve-bank.js";

/** The bank of that row key, as claimed operations name it. Keys are never used twice, so a stale one finds nothing. */
export async function resolveBankByKey(db: Db, _tenant: TenantScope, key: number): Promise<ResolvedBank | null> {
  const { rows } = await db.query<ResolvedBank>(sql`SELECT bank_id AS key, external_id AS "bankId" FROM bank WHERE bank_id = ${key}`);
  return rows[0] ?? null;
}
