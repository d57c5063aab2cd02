// Filters: the conditions on memories that recall's arms and the lists share, written once.
// In: what a caller asked for. Out: a piece of SQL to stand behind `bank_id = … AND`.

import type { MemoryKind } from "../../domain/memory.js";
import { cleanName } from "../../domain/names.js";
import type { TagGroup, TagsMatch } from "../../domain/requests.js";
import { LEAF_TAGS_MATCH, type TagFilter } from "../../domain/tags.js";
import { allOf, anyOf, type Statement, sql } from "../db.js";

/** Conditions on a memory; absent and null parts say nothing. */
export interface MemoryConditions extends TagFilter {
  /** Kinds to look at; an empty list matches nothing. */
  readonly kinds?: readonly MemoryKind[] | null | undefined;
  readonly documentId?: string | null | undefined;
  /** When a memory must have changed: after the one, not after the other. As the database writes a time: a Date would lose its microseconds. */
  readonly changed?: ChangeWindow | null | undefined;
}

export interface ChangeWindow {
  readonly after: string | null;
  readonly before: string | null;
}

/**
 * The conditions as one SQL fragment over table `memory` under the alias `m`, or under the one given.
 * Fuzzy tag leaves must have been resolved (`resolveFuzzyTags`); here their tags are taken literally.
 * Says exactly what `matchesTagFilter` says; `TRUE` when nothing was asked.
 */
export function memoryFilter(filter: MemoryConditions, memory: Statement = sql`m`): Statement {
  const tags = sql`${memory}.tags`;
  const conditions = [tagsFilter(filter.tags ?? [], filter.tagsMatch ?? "any", tags)];
  for (const group of filter.tagGroups ?? []) conditions.push(tagGroupFilter(group, tags));
  if (filter.kinds) conditions.push(sql`${memory}.kind = ANY(${filter.kinds}::text[])`);
  if (filter.documentId !== undefined && filter.documentId !== null)
    conditions.push(sql`${memory}.document_id = ${cleanName(filter.documentId)}`);
  const { after = null, before = null } = filter.changed ?? {};
  if (after !== null) conditions.push(sql`${memory}.updated_at > ${after}::timestamptz`);
  if (before !== null) conditions.push(sql`${memory}.updated_at <= ${before}::timestamptz`);
  return allOf(conditions.filter((condition) => condition !== EVERYTHING));
}

const EVERYTHING = sql`TRUE`;

/** The five modes over any `text[]` column: memories, documents, runs. Tags are cleaned as they were when stored (`cleanName`). */
export function tagsFilter(asked: readonly string[], match: TagsMatch, tags: Statement): Statement {
  const wanted = asked.map(cleanName);
  const untagged = sql`${tags} = '{}'`; // and not by its cardinality, which no index knows
  if (match === "exact") return wanted.length === 0 ? untagged : sql`${tags} @> ${wanted}::text[] AND ${tags} <@ ${wanted}::text[]`;
  if (wanted.length === 0) return EVERYTHING;
  switch (match) {
    case "any":
      return sql`${tags} && ${wanted}::text[] OR ${untagged}`;
    case "all":
      return sql`${tags} @> ${wanted}::text[] OR ${untagged}`;
    case "any_strict":
      return sql`${tags} && ${wanted}::text[]`;
    case "all_strict":
      return sql`${tags} @> ${wanted}::text[]`;
  }
}

function tagGroupFilter(group: TagGroup, tags: Statement): Statement {
  if ("and" in group) return allOf(group.and.map((member) => tagGroupFilter(member, tags)));
  if ("or" in group) return anyOf(group.or.map((member) => tagGroupFilter(member, tags)));
  if ("not" in group) return sql`NOT (${tagGroupFilter(group.not, tags)})`;
  return tagsFilter(group.tags, group.match ?? LEAF_TAGS_MATCH, tags);
}
