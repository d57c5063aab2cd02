import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * True while an operation of these types is at work, or one could be within `graceMs`: it is due by then, and none before it in its line that shares a
 * document with it is put off for longer.
 */
export async function hasRunnable(
  db: Db,
  _tenant: TenantScope,
  { types, graceMs }: { readonly types: readonly string[]; readonly graceMs: number },
): Promise<boolean> {
  const until = sql`statement_timestamp() + ${graceMs}::double precision * interval '1 millisecond'`;
  const { rows } = await db.query<{ hasRunnable: boolean }>(sql`
    SELECT EXISTS (SELECT FROM operation WHERE status = 'processing' AND payload IS NOT NULL AND type = ANY(${types}::text[]))
      OR EXISTS (
        SELECT FROM operation o
        WHERE o.status = 'pending' AND o.payload IS NOT NULL AND o.type = ANY(${types}::text[]) AND o.next_attempt_at <= ${until}
          AND NOT EXISTS (
            SELECT FROM operation before
            WHERE before.bank_id = o.bank_id AND before.type = o.type AND before.sequence < o.sequence
              AND before.status = 'pending' AND before.payload IS NOT NULL AND before.next_attempt_at > ${until}
              AND (before.documents IS NULL OR o.documents IS NULL OR before.documents && o.documents))) AS "hasRunnable"`);
  return rows[0]?.hasRunnable ?? false;
}
