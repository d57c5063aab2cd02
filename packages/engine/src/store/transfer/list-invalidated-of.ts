import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The facts out of use that are at home in documents, by number. */
export async function listInvalidatedOf(db: Db, bank: BankScope, documentIds: readonly string[]): Promise<readonly number[]> {
  const { rows } = await db.query<{ memory_no: number }>(sql`
    SELECT memory_no FROM invalidated_memory WHERE bank_id = ${bank.key} AND document_id = ANY(${documentIds}::text[]) ORDER BY memory_no`);
  return rows.map((row) => row.memory_no);
}
