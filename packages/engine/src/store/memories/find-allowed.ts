import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";

/** The numbers of all memories that a condition on memory `m` allows, ascending; null when they are more than `most`. */
export async function findAllowed(db: Db, bank: BankScope, filter: Statement, most: number): Promise<readonly number[] | null> {
  const { rows } = await db.query<{ numbers: readonly number[] | null }>(sql`
    SELECT array_agg(memory_no) AS numbers FROM (SELECT m.memory_no FROM memory AS m WHERE m.bank_id = ${bank.key} AND (${filter}) LIMIT ${most + 1}) AS allowed`);
  const numbers = rows[0]?.numbers ?? [];
  return numbers.length > most ? null : [...numbers].sort((a, b) => a - b);
}
