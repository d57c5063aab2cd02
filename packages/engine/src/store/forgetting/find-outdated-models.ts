import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The mental models that have read memories which are gone since, and have not unsaid them yet. */
export async function findOutdatedModels(db: Db, bank: BankScope): Promise<readonly string[]> {
  const { rows } = await db.query<{ model_id: string }>(sql`
    SELECT DISTINCT s.model_id FROM mental_model_source AS s
    WHERE s.bank_id = ${bank.key} AND (SELECT m.memory_no FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.id = s.memory_id) IS NULL
    ORDER BY 1`);
  return rows.map((row) => row.model_id);
}
