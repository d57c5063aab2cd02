import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Row keys of the banks with an object, stored longer ago than `olderThanMs`, that no attachment names: there a sweep may find something. */
export async function banksWithUnusedObjects(db: Db, _tenant: TenantScope, olderThanMs: number): Promise<readonly number[]> {
  const { rows } = await db.query<{ bankKey: number }>(sql`
    SELECT DISTINCT s.bank_id AS "bankKey" FROM stored_object s
    WHERE s.put_at < clock_timestamp() - ${olderThanMs}::double precision * interval '1 millisecond'
      AND NOT EXISTS (SELECT 1 FROM attachment a WHERE a.bank_id = s.bank_id AND a.hash = s.hash)
    ORDER BY s.bank_id`);
  return rows.map((row) => row.bankKey);
}
