import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes all memories of a bank; returns how many, and how many of them were observations. What hangs on them goes by foreign key, row by row: delete it set-wise before, where there may be much. */
export async function deleteAllMemories(tx: Db, bank: BankScope): Promise<{ readonly memories: number; readonly observations: number }> {
  const { rows } = await tx.query<{ memories: number; observations: number }>(sql`
    WITH gone AS (DELETE FROM memory WHERE bank_id = ${bank.key} RETURNING kind)
    SELECT count(*)::integer AS memories, (count(*) FILTER (WHERE kind = 'observation'))::integer AS observations FROM gone`);
  return rows[0] ?? { memories: 0, observations: 0 };
}
