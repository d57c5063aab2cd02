import type { MentalModel, MentalModelDetail } from "../../domain/mental-models.js";
import type { ChangedGroup } from "../../domain/model-staleness.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { BEHIND, changedSince, type ModelRow, modelColumns, readModelRow } from "../shapes/mental-model.js";

/** One model with its staleness, in one read; null when the bank has none of that id. */
export async function getMentalModel(db: Db, bank: BankScope, id: string, detail: MentalModelDetail = "full"): Promise<MentalModel | null> {
  const behind = sql`(SELECT ${BEHIND} FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND m.id = ${id})`;
  const { rows } = await db.query<ModelRow & { changed: readonly ChangedGroup[] }>(sql`
    SELECT ${modelColumns(detail)}, ${changedSince(bank.key, behind)} AS changed
    FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND m.id = ${id}`);
  const [row] = rows;
  if (row === undefined) return null;
  const { changed, ...model } = row;
  return readModelRow(model, changed);
}
