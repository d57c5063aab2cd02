// Tags: which memories a caller may see, as a pure predicate.
// In: the tags of a memory and what was asked. Out: yes or no, and the concrete tags behind a fuzzy name.
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

/** How alike two tags must be, 0…1: `COMPANY:ACMEE` reaches `company:acme` (0.80), the bare `acme` does not (0.38). */
export const FUZZY_TAG_SIMILARITY = 0.5;

/**
 * Replaces the tags of fuzzy leaves by the bank's tags that resemble them.
 * Each wanted tag becomes the alternatives it may mean, so `all` modes ask for one of each; a tag that resembles nothing stays as it is
 * and so matches nothing that it would not have matched literally. `exact` leaves and leaves of the `any` modes stay one leaf.
 */
export function resolveFuzzyTags(groups: readonly TagGroup[], bankTags: readonly string[]): readonly TagGroup[] {
  return groups.map((group) => resolveGroup(group, bankTags));
}

function resolveGroup(group: TagGroup, bankTags: readonly string[]): TagGroup {
  if ("and" in group) return { and: resolveFuzzyTags(group.and, bankTags) };
  if ("or" in group) return { or: resolveFuzzyTags(group.or, bankTags) };
  if ("not" in group) return { not: resolveGroup(group.not, bankTags) };
  if (group.resolve !== "fuzzy") return group;
  const match = group.match ?? LEAF_TAGS_MATCH;
  const alternatives = group.tags.map((tag) => similarTags(tag, bankTags));
  if (match === "any" || match === "any_strict" || alternatives.length === 0) return { tags: alternatives.flat(), match };
  if (match === "exact") return { tags: alternatives.map((similar) => similar[0] as string), match };
  const anyOfEach: TagGroup = { and: alternatives.map((tags) => ({ tags, match: "any_strict" })) };
  return match === "all_strict" ? anyOfEach : { or: [{ tags: [], match: "exact" }, anyOfEach] };
}

/** The bank's tags that resemble `wanted`, most alike first; `wanted` itself when none does. */
export function similarTags(wanted: string, bankTags: readonly string[]): readonly string[] {
  const found = bankTags
    .map((tag) => ({ tag, similarity: tagSimilarity(wanted, tag) }))
    .filter(({ similarity }) => similarity >= FUZZY_TAG_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || (a.tag < b.tag ? -1 : 1));
  return found.length === 0 ? [wanted] : found.map(({ tag }) => tag);
}

/** Trigram similarity as PostgreSQL's pg_trgm defines it: shared trigrams over all trigrams, of lower-cased words padded with "  " and " ". */
export function tagSimilarity(a: string, b: string): number {
  const left = trigrams(a);
  const right = trigrams(b);
  if (left.size === 0 || right.size === 0) return a === b ? 1 : 0;
  const shared = [...left].filter((trigram) => right.has(trigram)).length;
  return shared / (left.size + right.size - shared);
}

function trigrams(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letters = [" ", " ", ...word, " "];
    for (let at = 0; at + 2 < letters.length; at += 1) found.add(letters.slice(at, at + 3).join(""));
  }
  return found;
}
