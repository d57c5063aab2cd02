import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Objects that were stored longer ago than `olderThanMs` and that neither an attachment nor an operation that still has its payload names; locked, so that who
 * stores one of them again waits until it is decided. The payload is read as text: there are few operations when a sweep runs, and few such objects.
 */
export async function lockUnusedObjects(tx: Db, bank: BankScope, olderThanMs: number, limit: number): Promise<readonly string[]> {
  const { rows } = await tx.query<{ hash: string }>(sql`
    SELECT s.hash FROM stored_object s
    WHERE s.bank_id = ${bank.key} AND s.put_at < clock_timestamp() - ${olderThanMs}::double precision * interval '1 millisecond'
      AND NOT EXISTS (SELECT 1 FROM attachment a WHERE a.bank_id = s.bank_id AND a.hash = s.hash)
      AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.bank_id = s.bank_id AND o.payload IS NOT NULL
        AND o.status <> 'completed' AND strpos(o.payload::text, s.hash) > 0)
    ORDER BY s.hash LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED`);
  return rows.map((row) => row.hash);
}
