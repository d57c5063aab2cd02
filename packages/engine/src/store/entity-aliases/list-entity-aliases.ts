import type { EntityAlias } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { asksForTags, type TagFilter } from "../../domain/tags.js";
import { type Db, sql } from "../db.js";
import { memoryFilter } from "../filters/memory-filter.js";

/** The aliases of an entity, by name; under a tag filter those that a memory which passes it has. */
export async function listEntityAliases(db: Db, bank: BankScope, entityId: string, filter: TagFilter): Promise<readonly EntityAlias[]> {
  const isVisible = asksForTags(filter)
    ? sql`EXISTS (
        SELECT FROM alias_mention AS mention CROSS JOIN LATERAL (
          SELECT * FROM memory WHERE bank_id = ${bank.key} AND memory_no = mention.memory_no OFFSET 0) AS m
        WHERE mention.bank_id = ${bank.key} AND mention.alias_id = a.id AND ${memoryFilter(filter)})`
    : sql`TRUE`;
  const { rows } = await db.query<EntityAlias>(sql`
    SELECT a.id, a.name, a.merged_at AS "mergedAt" FROM entity_alias AS a
    WHERE a.bank_id = ${bank.key} AND a.entity_id = ${entityId}::uuid AND ${isVisible}
    ORDER BY a.name COLLATE "C", a.id`);
  return rows;
}
