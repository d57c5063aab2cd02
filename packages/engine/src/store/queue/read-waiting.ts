import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { WaitingMemory } from "./claim-waiting.js";

/**
 * Memories that are due for their vector, chosen like `claimWaiting` does, without keeping them from anybody: for a database that only one process can
 * open. Spares a write per memory.
 */
export async function readWaiting(db: Db, _tenant: TenantScope, limit: number): Promise<readonly WaitingMemory[]> {
  const { rows } = await db.query<WaitingMemory>(sql`
    WITH RECURSIVE waiting_bank AS (
      (SELECT bank_id FROM embedding_queue ORDER BY bank_id LIMIT 1)
      UNION ALL
      SELECT (SELECT q.bank_id FROM embedding_queue q WHERE q.bank_id > waiting_bank.bank_id ORDER BY q.bank_id LIMIT 1)
      FROM waiting_bank WHERE waiting_bank.bank_id IS NOT NULL
    ), first AS (
      SELECT q.* FROM waiting_bank CROSS JOIN LATERAL (
        SELECT bank_id, memory_no, attempts, row_number() OVER (ORDER BY memory_no) AS place FROM (
          SELECT * FROM embedding_queue
          WHERE bank_id = waiting_bank.bank_id AND (not_before IS NULL OR not_before < clock_timestamp())
          ORDER BY memory_no LIMIT ${limit}::integer) AS due
      ) AS q
      ORDER BY q.place LIMIT ${limit}::integer
    )
    SELECT first.bank_id AS "bankKey", first.memory_no AS "memoryNo", m.text, first.attempts FROM first JOIN memory m USING (bank_id, memory_no)`);
  return rows;
}
