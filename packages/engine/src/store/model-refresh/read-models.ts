import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type ModelConditions, modelFilter } from "../filters/model-filter.js";
import { IS_READABLE } from "../shapes/readable-model.js";

export interface ReadModelRow {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly lastRefreshedAt: Date | null;
}

/** The models of these ids that say something and satisfy the conditions, in the order of the ids. */
export async function readModels(
  db: Db,
  bank: BankScope,
  ids: readonly string[],
  conditions: ModelConditions,
): Promise<readonly ReadModelRow[]> {
  const { rows } = await db.query<ReadModelRow>(sql`
    SELECT m.id, m.name, m.content, m.tags, m.last_refreshed_at AS "lastRefreshedAt"
    FROM mental_model AS m
    WHERE m.bank_id = ${bank.key} AND m.id = ANY(${ids}::text[]) AND ${IS_READABLE} AND ${modelFilter(conditions)}
    ORDER BY array_position(${ids}::text[], m.id)`);
  return rows;
}
