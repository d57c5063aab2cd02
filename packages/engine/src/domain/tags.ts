// Tags: which memories a caller may see, as a pure predicate.
// In: the tags of a memory and what was asked. Out: yes or no, and whether it is too much to ask.
// `store/filters/memory-filter.ts` says the same in SQL; a property test holds the two together.

import type { TagGroup, TagsMatch } from "./requests.js";

/** What a request says about tags. All parts must hold; absent parts say nothing. */
export interface TagFilter {
  readonly tags?: readonly string[] | null | undefined;
  /** `any` when absent. */
  readonly tagsMatch?: TagsMatch | null | undefined;
  readonly tagGroups?: readonly TagGroup[] | null | undefined;
}

export const TAGS_MATCHES: readonly TagsMatch[] = ["any", "all", "any_strict", "all_strict", "exact"];

/** The mode of a leaf inside tag groups that names none. */
export const LEAF_TAGS_MATCH: TagsMatch = "any_strict";

/**
 * Does a memory with `own` tags match `wanted`?
 * `any`, `all`: shares one, holds all – or the memory has no tags. `any_strict`, `all_strict`: the same without that exception.
 * `exact`: the two are equal as sets, so that nothing wanted means untagged memories only. In every other mode nothing wanted is no filter.
 */
export function matchesTags(own: readonly string[], wanted: readonly string[], match: TagsMatch): boolean {
  const has = (tag: string) => own.includes(tag);
  if (match === "exact") return wanted.every(has) && own.every((tag) => wanted.includes(tag));
  if (wanted.length === 0) return true;
  switch (match) {
    case "any":
      return own.length === 0 || wanted.some(has);
    case "all":
      return own.length === 0 || wanted.every(has);
    case "any_strict":
      return wanted.some(has);
    case "all_strict":
      return wanted.every(has);
  }
}

export function matchesTagGroup(own: readonly string[], group: TagGroup): boolean {
  if ("and" in group) return group.and.every((member) => matchesTagGroup(own, member));
  if ("or" in group) return group.or.some((member) => matchesTagGroup(own, member));
  if ("not" in group) return !matchesTagGroup(own, group.not);
  return matchesTags(own, group.tags, group.match ?? LEAF_TAGS_MATCH);
}

/** The whole filter: flat tags and every tag group. */
export function matchesTagFilter(own: readonly string[], filter: TagFilter): boolean {
  return (
    matchesTags(own, filter.tags ?? [], filter.tagsMatch ?? "any") && (filter.tagGroups ?? []).every((group) => matchesTagGroup(own, group))
  );
}

/** Does the filter say anything at all? */
export function asksForTags(filter: TagFilter): boolean {
  return (filter.tags ?? []).length > 0 || filter.tagsMatch === "exact" || (filter.tagGroups ?? []).length > 0;
}

/** Does any leaf ask for names like its tags rather than for the tags themselves? */
export function hasFuzzyLeaf(groups: readonly TagGroup[]): boolean {
  return groups.some((group) => {
    if ("and" in group) return hasFuzzyLeaf(group.and);
    if ("or" in group) return hasFuzzyLeaf(group.or);
    if ("not" in group) return hasFuzzyLeaf([group.not]);
    return group.resolve === "fuzzy";
  });
}

/** Most groups in all of a request's `tag_groups`: every {tags}, {and}, {or} and {not} counts. Each is a condition on each memory. */
export const MAX_TAG_GROUPS = 256;
/** Most tags in all of them. */
export const MAX_TAG_GROUP_TAGS = 1_000;
/** Most tags in all fuzzy leaves: each is compared with the bank's. */
export const MAX_FUZZY_TAGS_WANTED = 100;
/** Deepest nesting: every walk over groups recurses. */
export const MAX_TAG_GROUP_DEPTH = 50;

/**
 * Which limit `groups` exceed, as a sentence; null when none. Takes any JSON value, so that it can be asked before the shape is checked, and looks at
 * no more than the limits allow; what is no group is left to that check.
 */
export function tagGroupsProblem(groups: unknown): string | null {
  const waiting: { readonly list: readonly unknown[]; readonly depth: number }[] = [{ list: asList(groups), depth: 1 }];
  let [count, tags, fuzzy] = [0, 0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { list, depth } = next;
    count += list.length;
    if (count > MAX_TAG_GROUPS) return `tag_groups may have ${MAX_TAG_GROUPS} groups in all; these are more.`;
    if (depth > MAX_TAG_GROUP_DEPTH && list.length > 0) return `tag_groups may nest ${MAX_TAG_GROUP_DEPTH} deep; these do deeper.`;
    for (const group of list) {
      if (typeof group !== "object" || group === null) continue;
      const part = group as Readonly<Record<string, unknown>>;
      const wanted = asList(part.tags).length;
      tags += wanted;
      if (part.resolve === "fuzzy") fuzzy += wanted;
      waiting.push({ list: [...asList(part.and), ...asList(part.or), ...("not" in part ? [part.not] : [])], depth: depth + 1 });
    }
    if (tags > MAX_TAG_GROUP_TAGS) return `tag_groups may name ${MAX_TAG_GROUP_TAGS} tags in all; these name more.`;
    if (fuzzy > MAX_FUZZY_TAGS_WANTED) return `tag_groups may name ${MAX_FUZZY_TAGS_WANTED} fuzzy tags in all; these name more.`;
  }
  return null;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
