import type { MentalModel, MentalModelDetail } from "../../domain/mental-models.js";
import type { ChangedGroup } from "../../domain/model-staleness.js";
import type { Paging } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type ModelConditions, modelFilter } from "../filters/model-filter.js";
import { BEHIND, changedSince, type ModelRow, modelColumns, readModelRow } from "../shapes/mental-model.js";

/**
 * A page of models with their staleness: the last refreshed first, those that never were at the end, then by id downwards, so that pages neither overlap
 * nor leave gaps. What changed is summed up once for the whole page.
 */
export async function listMentalModels(
  db: Db,
  bank: BankScope,
  filter: ModelConditions & Paging & { readonly detail: MentalModelDetail },
): Promise<readonly MentalModel[]> {
  const wanted = sql`m.bank_id = ${bank.key} AND (${modelFilter(filter)})`;
  const { rows } = await db.query<ModelRow & { changed: readonly ChangedGroup[] | null }>(sql`
    WITH page AS MATERIALIZED (
      SELECT m.id, row_number() OVER (ORDER BY m.last_refreshed_at DESC NULLS LAST, m.id DESC) AS place FROM mental_model AS m WHERE ${wanted}
      ORDER BY place LIMIT ${filter.limit} OFFSET ${filter.offset}),
    changed AS MATERIALIZED (
      SELECT ${changedSince(bank.key, sql`(SELECT ${BEHIND} FROM mental_model AS m WHERE m.bank_id = ${bank.key} AND m.id IN (SELECT id FROM page))`)} AS groups)
    SELECT ${modelColumns(filter.detail)}, CASE WHEN page.place = ${filter.offset} + 1 THEN (SELECT groups FROM changed) END AS changed
    FROM page, mental_model AS m WHERE m.bank_id = ${bank.key} AND m.id = page.id ORDER BY page.place`);
  const changed = rows[0]?.changed ?? [];
  return rows.map(({ changed: _, ...row }) => readModelRow(row, changed));
}
