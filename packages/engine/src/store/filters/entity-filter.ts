import type { BankScope } from "../../domain/scope.js";
import { asksForTags, type TagFilter } from "../../domain/tags.js";
import { type Statement, sql } from "../db.js";
import { memoryFilter } from "./memory-filter.js";

export interface EntityConditions extends TagFilter {
  readonly entityId?: string | undefined;
}

/**
 * Entities with their mentions as (id, mentions, first, last): from the sums kept in table `entity`, or, under a tag filter,
 * counted over the memories that pass it, since a sum over the whole bank would tell of memories the caller may not see.
 */
export function visibleEntities(bank: BankScope, filter: EntityConditions): Statement {
  if (!asksForTags(filter)) {
    const one = filter.entityId === undefined ? sql`TRUE` : sql`id = ${filter.entityId}::uuid`;
    return sql`SELECT id, mention_count AS mentions, first_seen AS first, last_seen AS last FROM entity WHERE bank_id = ${bank.key} AND ${one}`;
  }
  const one = filter.entityId === undefined ? sql`TRUE` : sql`mentions.entity_id = ${filter.entityId}::uuid`;
  return sql`
    SELECT mentions.entity_id AS id, count(*) AS mentions,
      min(coalesce(m.mentioned_at, m.created_at)) AS first, max(coalesce(m.last_mentioned_at, m.mentioned_at, m.created_at)) AS last
    FROM memory_entity AS mentions JOIN memory AS m ON m.bank_id = mentions.bank_id AND m.memory_no = mentions.memory_no
    WHERE mentions.bank_id = ${bank.key} AND ${one} AND ${memoryFilter(filter)}
    GROUP BY mentions.entity_id`;
}
