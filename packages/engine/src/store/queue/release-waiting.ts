import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Puts memories back that got no vector this time; the next try comes after `delayMs`, and the failure is counted. */
export async function releaseWaiting(
  db: Db,
  _tenant: TenantScope,
  rows: readonly { readonly bankKey: number; readonly memoryNo: number; readonly delayMs: number }[],
): Promise<void> {
  await db.query(sql`
    UPDATE embedding_queue q
    SET attempts = least(q.attempts + 1, 32000), not_before = clock_timestamp() + r.delay_ms * interval '1 millisecond'
    FROM unnest(
      ${rows.map((r) => r.bankKey)}::integer[], ${rows.map((r) => r.memoryNo)}::integer[], ${rows.map((r) => r.delayMs)}::double precision[]
    ) AS r(bank_id, memory_no, delay_ms)
    WHERE q.bank_id = r.bank_id AND q.memory_no = r.memory_no`);
}
