import type { TenantScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Counts memories of all banks that are gone while a vector, or the wait for one, is there: a foreign key forbids it, so a file lost them. */
export async function countLost(db: Db, _tenant: TenantScope): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`
    SELECT count(*)::integer AS n FROM (
      SELECT bank_id, memory_no FROM memory_vector UNION SELECT bank_id, memory_no FROM embedding_queue) AS known
    WHERE NOT EXISTS (SELECT FROM memory m WHERE m.bank_id = known.bank_id AND m.memory_no = known.memory_no)`);
  return rows[0]?.n ?? 0;
}
