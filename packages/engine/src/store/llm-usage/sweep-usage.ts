import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the spend of hours before `before`, of banks and of the tenant; returns how many rows went. */
export async function sweepUsage(db: Db, _tenant: TenantScope, before: Date): Promise<number> {
  const { rows } = await db.query<{ swept: number }>(sql`
    WITH banks AS (DELETE FROM llm_usage WHERE hour < ${before} RETURNING 1), tenant AS (DELETE FROM llm_usage_total WHERE hour < ${before} RETURNING 1)
    SELECT (SELECT count(*) FROM banks) + (SELECT count(*) FROM tenant) AS swept`);
  return rows[0]?.swept ?? 0;
}
