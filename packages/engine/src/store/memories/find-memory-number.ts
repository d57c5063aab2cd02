import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The row number of a memory by its public id; null when there is none. */
export async function findMemoryNumber(db: Db, bank: BankScope, memoryId: string): Promise<number | null> {
  const { rows } = await db.query<{ memory_no: number }>(
    sql`SELECT memory_no FROM memory WHERE bank_id = ${bank.key} AND id = ${memoryId}::uuid`,
  );
  return rows[0]?.memory_no ?? null;
}
