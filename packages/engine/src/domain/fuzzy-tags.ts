// Fuzzy tags: what a misspelt tag may mean in a bank.
// In: tag groups and the bank's tags. Out: the groups with the bank's own tags in place of those that were asked for by likeness.

import type { TagGroup } from "./requests.js";
import { LEAF_TAGS_MATCH } from "./tags.js";

/** How alike two tags must be, 0…1: `COMPANY:ACMEE` reaches `company:acme` (0.80), the bare `acme` does not (0.38). */
export const FUZZY_TAG_SIMILARITY = 0.5;
/** Most tags that a wanted one may stand for: a prefix that all share makes thousands alike, and the nearest are what was meant. */
export const MAX_TAG_ALTERNATIVES = 100;
/** Letters of a tag that are compared: nobody misspells a page, and a page has thousands of trigrams. */
const COMPARED_LETTERS = 256;

/** The bank's tags that resemble a wanted one, most alike first, at most 100; of those that are equally alike, the bank's first. The wanted one itself when none does. */
export type TagLookup = (wanted: string) => readonly string[];

/**
 * Replaces the tags of fuzzy leaves by the bank's tags that resemble them.
 * Each wanted tag becomes the alternatives it may mean, so `all` modes ask for one of each; a tag that resembles nothing stays as it is
 * and so matches nothing that it would not have matched literally. `exact` leaves and leaves of the `any` modes stay one leaf.
 */
export function resolveFuzzyTags(groups: readonly TagGroup[], bankTags: readonly string[]): readonly TagGroup[] {
  const lookup = tagLookup(bankTags);
  return groups.map((group) => resolved(group, lookup));
}

function resolved(group: TagGroup, similar: TagLookup): TagGroup {
  if ("and" in group) return { and: group.and.map((member) => resolved(member, similar)) };
  if ("or" in group) return { or: group.or.map((member) => resolved(member, similar)) };
  if ("not" in group) return { not: resolved(group.not, similar) };
  if (group.resolve !== "fuzzy") return group;
  const match = group.match ?? LEAF_TAGS_MATCH;
  const alternatives = group.tags.map(similar);
  if (match === "any" || match === "any_strict" || alternatives.length === 0) return { tags: [...new Set(alternatives.flat())], match };
  if (match === "exact") return { tags: alternatives.map((tags) => tags[0] as string), match };
  const anyOfEach: TagGroup = { and: alternatives.map((tags) => ({ tags, match: "any_strict" })) };
  return match === "all_strict" ? anyOfEach : { or: [{ tags: [], match: "exact" }, anyOfEach] };
}

interface Similar {
  readonly tag: string;
  readonly similarity: number;
}

/**
 * Trigram similarity as PostgreSQL's pg_trgm defines it: shared trigrams over all trigrams, of lower-cased words padded with "  " and " ".
 * The bank's trigrams are made once and listed by trigram, so that a wanted tag meets only the tags it shares one with: 40 wanted tags in a bank of
 * 2,000 took 2.1 s when each pair was compared anew; 0.2 s now, with cold code.
 */
export function tagLookup(bankTags: readonly string[]): TagLookup {
  const sizes: number[] = [];
  const holders = new Map<string, number[]>();
  for (const [at, tag] of bankTags.entries()) {
    const own = trigrams(tag);
    sizes.push(own.size);
    for (const trigram of own) {
      const list = holders.get(trigram);
      if (list === undefined) holders.set(trigram, [at]);
      else list.push(at);
    }
  }
  return (wanted) => {
    const own = trigrams(wanted);
    const alike = new Float64Array(bankTags.length);
    for (const trigram of own) for (const at of holders.get(trigram) ?? []) alike[at] = (alike[at] as number) + 1;
    for (const [at, size] of sizes.entries()) alike[at] = (alike[at] as number) / Math.max(1, own.size + size - (alike[at] as number));
    const least = Math.max(FUZZY_TAG_SIMILARITY, alike.toSorted().at(-MAX_TAG_ALTERNATIVES) ?? 0);
    const above: Similar[] = [];
    const equal: Similar[] = [];
    for (const [at, similarity] of alike.entries()) {
      if (similarity > least) above.push({ tag: bankTags[at] as string, similarity });
      else if (similarity === least && equal.length < MAX_TAG_ALTERNATIVES) equal.push({ tag: bankTags[at] as string, similarity });
    }
    const found = [...above.sort((a, b) => b.similarity - a.similarity), ...equal].slice(0, MAX_TAG_ALTERNATIVES);
    return found.length === 0 ? [wanted] : found.map(({ tag }) => tag);
  };
}

function trigrams(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of text
    .slice(0, COMPARED_LETTERS)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    const letters = [" ", " ", ...word, " "];
    for (let at = 0; at + 2 < letters.length; at += 1) found.add(`${letters[at]}${letters[at + 1]}${letters[at + 2]}`);
  }
  return found;
}
