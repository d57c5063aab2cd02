import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type ModelConditions, modelFilter } from "../filters/model-filter.js";

/** How many models a list has on all its pages. */
export async function countListedModels(db: Db, bank: BankScope, filter: ModelConditions): Promise<number> {
  const { rows } = await db.query<{ total: number }>(sql`
    SELECT count(*) AS total FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND (${modelFilter(filter)})`);
  return rows[0]?.total ?? 0;
}
