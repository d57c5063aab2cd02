import type { BankScope } from "../../domain/scope.js";
import { type Db, type Statement, sql } from "../db.js";

/** How many of these memories there are that a condition on memory `m` allows. */
export async function countAllowed(db: Db, bank: BankScope, filter: Statement, numbers: readonly number[]): Promise<number> {
  const { rows } = await db.query<{ n: number }>(sql`
    SELECT count(*)::integer AS n FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = ANY(${numbers}::integer[]) AND (${filter}) IS TRUE`);
  return rows[0]?.n ?? 0;
}
