import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface WaitingMemory {
  readonly bankKey: number;
  readonly memoryNo: number;
  readonly text: string;
  /** Failed tries before this one. */
  readonly attempts: number;
}

/**
 * Takes memories that wait for their vector, at most `limit` and about the same number from each bank, and keeps them from other processes for
 * `leaseMs`. Banks are found by a loose index scan, so the cost follows their number and the limit, not the length of the queue.
 */
export async function claimWaiting(
  db: Db,
  _tenant: TenantScope,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<readonly WaitingMemory[]> {
  const { rows } = await db.query<WaitingMemory>(sql`
    WITH RECURSIVE waiting_bank AS (
      (SELECT bank_id FROM embedding_queue ORDER BY bank_id LIMIT 1)
      UNION ALL
      SELECT (SELECT q.bank_id FROM embedding_queue q WHERE q.bank_id > waiting_bank.bank_id ORDER BY q.bank_id LIMIT 1)
      FROM waiting_bank WHERE waiting_bank.bank_id IS NOT NULL
    ), first AS (
      SELECT q.bank_id, q.memory_no, q.place FROM waiting_bank CROSS JOIN LATERAL (
        SELECT bank_id, memory_no, row_number() OVER (ORDER BY memory_no) AS place FROM (
          SELECT bank_id, memory_no FROM embedding_queue
          WHERE bank_id = waiting_bank.bank_id AND (not_before IS NULL OR not_before < clock_timestamp())
          ORDER BY memory_no LIMIT ${limit}::integer) AS due
      ) AS q
      ORDER BY q.place LIMIT ${limit}::integer
    ), taken AS (
      SELECT q.bank_id, q.memory_no FROM embedding_queue q JOIN first USING (bank_id, memory_no)
      WHERE q.not_before IS NULL OR q.not_before < clock_timestamp()
      FOR UPDATE OF q SKIP LOCKED
    )
    UPDATE embedding_queue q SET not_before = clock_timestamp() + ${leaseMs}::double precision * interval '1 millisecond'
    FROM taken JOIN memory m USING (bank_id, memory_no)
    WHERE q.bank_id = taken.bank_id AND q.memory_no = taken.memory_no
    RETURNING q.bank_id AS "bankKey", q.memory_no AS "memoryNo", m.text, q.attempts`);
  return rows;
}
