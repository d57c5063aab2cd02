import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes up to `limit` entries that started before `before`, whosever they are, and returns how many went. Rows that another sweep holds are passed over. */
export async function sweepAuditEntries(db: Db, _tenant: TenantScope, before: Date, limit: number): Promise<number> {
  const { affected } = await db.query(sql`
    DELETE FROM audit_log WHERE (bank_id, id) IN (
      SELECT bank_id, id FROM audit_log WHERE started_at < ${before} ORDER BY started_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`);
  return affected;
}
