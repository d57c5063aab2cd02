import type { BankScope } from "../../domain/scope.js";
import { asksForTags, type TagFilter } from "../../domain/tags.js";
import { type Statement, sql } from "../db.js";
import { memoryFilter } from "./memory-filter.js";
import { containing } from "./text-filter.js";

export interface EntityConditions extends TagFilter {
  readonly entityId?: string | undefined;
  /** Part of a name; without a tag filter also of an alias, of which nobody knows whether a memory that may be seen has it. */
  readonly q?: string | null | undefined;
}

/**
 * Entities with their mentions as (id, mentions, first, last): from the sums kept in table `entity`, or, under a tag filter,
 * counted over the memories that pass it, since a sum over the whole bank would tell of memories the caller may not see.
 */
export function visibleEntities(bank: BankScope, filter: EntityConditions): Statement {
  if (!asksForTags(filter)) {
    const one = filter.entityId === undefined ? sql`TRUE` : sql`id = ${filter.entityId}::uuid`;
    return sql`
      SELECT id, mention_count AS mentions, first_seen AS first, last_seen AS last FROM entity
      WHERE bank_id = ${bank.key} AND ${one} AND ${called(bank, filter, sql`id`, { orAlias: true })}`;
  }
  const one = filter.entityId === undefined ? sql`TRUE` : sql`mentions.entity_id = ${filter.entityId}::uuid`;
  return sql`
    SELECT mentions.entity_id AS id, count(*) AS mentions,
      min(coalesce(m.mentioned_at, m.created_at)) AS first, max(coalesce(m.last_mentioned_at, m.mentioned_at, m.created_at)) AS last
    FROM memory_entity AS mentions JOIN memory AS m ON m.bank_id = mentions.bank_id AND m.memory_no = mentions.memory_no
    WHERE mentions.bank_id = ${bank.key} AND ${one} AND ${memoryFilter(filter)}
    GROUP BY mentions.entity_id
    HAVING ${called(bank, filter, sql`mentions.entity_id`, { orAlias: false })}`;
}

/** `id` is of an entity whose name holds the words, or, with `orAlias`, an alias of it does. */
function called(bank: BankScope, { q }: EntityConditions, id: Statement, { orAlias }: { readonly orAlias: boolean }): Statement {
  if (!q) return sql`TRUE`;
  const named = sql`SELECT e.id FROM entity AS e WHERE e.bank_id = ${bank.key} AND e.canonical_name ILIKE ${containing(q)}`;
  const aliased = sql`SELECT a.entity_id FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.name ILIKE ${containing(q)}`;
  return orAlias ? sql`${id} IN (${named} UNION ALL ${aliased})` : sql`${id} IN (${named})`;
}
