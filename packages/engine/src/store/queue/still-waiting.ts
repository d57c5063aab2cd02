import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Those of these memories that still wait for their vector. */
export async function stillWaiting(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly number[]> {
  const { rows } = await db.query<{ memory_no: number }>(sql`
    SELECT memory_no FROM embedding_queue WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[])`);
  return rows.map((row) => row.memory_no);
}
