import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes that a key was used: once a minute at most, so that a busy key is no busy row. */
export async function touchKey(db: Db, _home: TenantScope, id: string): Promise<void> {
  await db.query(sql`
    UPDATE api_key SET last_used_at = clock_timestamp()
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`);
}
