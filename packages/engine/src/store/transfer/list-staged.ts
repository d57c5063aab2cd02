import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { STAGED } from "../filters/own-bank.js";

/** Row keys of banks that no import fills any more: it broke off, or it is over and this is what it took the name of. The youngest are left for what still comes in for them. */
export async function listStaged(db: Db, _tenant: TenantScope): Promise<readonly number[]> {
  const { rows } = await db.query<{ key: number }>(sql`
    SELECT bank_id AS key FROM bank AS b
    WHERE starts_with(external_id, ${STAGED}::text) AND updated_at < now() - interval '1 minute' AND NOT EXISTS (
      SELECT FROM operation AS o WHERE o.operation_id::text = substr(b.external_id, ${STAGED.length + 1}::integer, 36) AND o.status IN ('pending', 'processing'))
    ORDER BY bank_id`);
  return rows.map(({ key }) => key);
}
