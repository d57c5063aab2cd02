import type { EntityPair } from "../../domain/graph.js";
import type { BankScope } from "../../domain/scope.js";
import { asksForTags, type TagFilter } from "../../domain/tags.js";
import { type Db, sql } from "../db.js";
import { memoryFilter } from "../filters/memory-filter.js";

export interface PairQuery extends TagFilter {
  /** Latest memories that mention anybody, which are looked at. */
  readonly memories: number;
  /** Entities of one memory that are paired. */
  readonly perMemory: number;
  readonly minCount: number;
  readonly limit: number;
}

/** Entities that memories mention together, most often first, and how many such pairs there are. Under a tag filter over the memories that pass it alone. */
export async function listEntityPairs(
  db: Db,
  bank: BankScope,
  query: PairQuery,
): Promise<{ readonly pairs: readonly EntityPair[]; readonly total: number }> {
  const visible = asksForTags(query)
    ? sql`(SELECT ${memoryFilter(query)} FROM memory AS m WHERE m.bank_id = ${bank.key} AND m.memory_no = mentioning.memory_no)`
    : sql`TRUE`;
  const { rows } = await db.query<EntityPair & { readonly total: number }>(sql`
    WITH told AS MATERIALIZED (
      SELECT memory_no FROM (SELECT DISTINCT memory_no FROM memory_entity WHERE bank_id = ${bank.key} ORDER BY memory_no DESC OFFSET 0) AS mentioning
      WHERE ${visible} LIMIT ${query.memories}
    ), named AS MATERIALIZED (
      SELECT spoken.at, ARRAY(SELECT entity_id FROM memory_entity AS e WHERE e.bank_id = ${bank.key} AND e.memory_no = told.memory_no
        ORDER BY entity_id LIMIT ${query.perMemory}) AS ids
      FROM told CROSS JOIN LATERAL (
        SELECT coalesce(m.last_mentioned_at, m.mentioned_at, m.created_at) AS at FROM memory AS m
        WHERE m.bank_id = ${bank.key} AND m.memory_no = told.memory_no OFFSET 0) AS spoken
    ), pair AS (
      SELECT a.id AS source, b.id AS target, count(*) AS weight, max(named.at) AS last
      FROM named CROSS JOIN LATERAL unnest(named.ids) AS a(id) CROSS JOIN LATERAL unnest(named.ids) AS b(id)
      WHERE a.id < b.id GROUP BY 1, 2 HAVING count(*) >= ${query.minCount}
    )
    SELECT source, target, weight, last, count(*) OVER () AS total FROM pair ORDER BY weight DESC, last DESC, source, target
    LIMIT ${Math.max(1, query.limit)}`);
  return { pairs: rows.slice(0, query.limit).map(({ total: _, ...pair }) => pair), total: rows[0]?.total ?? 0 };
}
