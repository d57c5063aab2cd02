import type { BankScope } from "../../domain/scope.js";
import { asksForTags } from "../../domain/tags.js";
import { type Db, type Statement, sql } from "../db.js";
import { memoryFilter } from "../filters/memory-filter.js";
import { type ModelConditions, modelFilter } from "../filters/model-filter.js";
import { IS_READABLE } from "../shapes/readable-model.js";

export interface ReadModelRow {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly lastRefreshedAt: Date | null;
}

/**
 * The models of these ids that say something and satisfy the conditions, in the order of the ids. Where tags are asked for, a model is left out that stands
 * on a memory without them: an untagged model reads the whole bank, and would carry one scope's words into another's answer.
 */
export async function readModels(
  db: Db,
  bank: BankScope,
  ids: readonly string[],
  conditions: ModelConditions,
): Promise<readonly ReadModelRow[]> {
  const { rows } = await db.query<ReadModelRow>(sql`
    SELECT m.id, m.name, m.content, m.tags, m.last_refreshed_at AS "lastRefreshedAt"
    FROM mental_model AS m
    WHERE m.bank_id = ${bank.key} AND m.id = ANY(${ids}::text[]) AND ${IS_READABLE} AND ${modelFilter(conditions)} AND ${standsOnVisible(conditions)}
    ORDER BY array_position(${ids}::text[], m.id)`);
  return rows;
}

/** One that has lost a memory is left out too: what it said of it cannot be told apart. */
function standsOnVisible({ tags, tagsMatch, tagGroups }: ModelConditions): Statement {
  if (!asksForTags({ tags, tagsMatch, tagGroups })) return sql`true`;
  return sql`NOT EXISTS (SELECT FROM mental_model_source AS s WHERE s.bank_id = m.bank_id AND s.model_id = m.id AND (
      SELECT ${memoryFilter({ tags, tagsMatch, tagGroups })} FROM memory AS m WHERE m.bank_id = s.bank_id AND m.id = s.memory_id) IS NOT TRUE)`;
}
