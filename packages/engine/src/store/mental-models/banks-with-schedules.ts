import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Row keys of banks that have a mental model with a schedule, for who looks which of them are due. */
export async function banksWithSchedules(db: Db, _tenant: TenantScope): Promise<readonly number[]> {
  const { rows } = await db.query<{ key: number }>(sql`
    SELECT DISTINCT bank_id AS key FROM mental_model WHERE trigger ?| ARRAY['refresh_cron', 'full_refresh_cron'] ORDER BY bank_id`);
  return rows.map(({ key }) => key);
}
