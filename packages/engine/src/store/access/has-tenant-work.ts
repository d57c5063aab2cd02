import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { ownBank } from "../filters/own-bank.js";

/** Has a tenant whose engine is closed something for a worker: an operation that is due or at work, a schedule, or memories without vectors? */
export async function hasTenantWork(db: Db, _tenant: TenantScope): Promise<boolean> {
  const { rows } = await db.query<{ hasWork: boolean }>(sql`
    SELECT EXISTS (SELECT FROM operation WHERE status = 'processing' AND payload IS NOT NULL)
      OR EXISTS (SELECT FROM operation WHERE status = 'pending' AND payload IS NOT NULL AND next_attempt_at <= statement_timestamp() + interval '5 seconds')
      OR EXISTS (SELECT FROM mental_model WHERE trigger ?| ARRAY['refresh_cron', 'full_refresh_cron'])
      OR EXISTS (SELECT FROM bank WHERE ${ownBank} AND embedded_model_id IS NULL) AS "hasWork"`);
  return rows[0]?.hasWork ?? false;
}
