import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The facts that observations stand on, each once. */
export async function findEvidence(db: Db, bank: BankScope, observations: readonly number[]): Promise<readonly number[]> {
  const { rows } = await db.query<{ memory_no: number }>(sql`
    SELECT DISTINCT memory_no FROM observation_source
    WHERE bank_id = ${bank.key} AND observation_no = ANY(${observations}::integer[]) ORDER BY memory_no`);
  return rows.map((row) => row.memory_no);
}
