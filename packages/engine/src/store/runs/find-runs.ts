import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The runs that these memories stand in. */
export async function findRuns(db: Db, bank: BankScope, numbers: readonly number[]): Promise<readonly number[]> {
  const { rows } = await db.query<{ run_no: number }>(sql`
    SELECT DISTINCT run_no FROM memory
    WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[]) AND run_no IS NOT NULL ORDER BY run_no`);
  return rows.map((row) => row.run_no);
}
