import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type ModelConditions, modelFilter } from "../filters/model-filter.js";
import { IS_READABLE } from "../shapes/readable-model.js";

/** Whether any model under these conditions says something. */
export async function hasReadableModels(db: Db, bank: BankScope, conditions: ModelConditions): Promise<boolean> {
  const { rows } = await db.query(sql`
    SELECT FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND ${IS_READABLE} AND ${modelFilter(conditions)} LIMIT 1`);
  return rows.length > 0;
}
