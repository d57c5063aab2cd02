/** Which observations a fact goes into: the scopes of its passes, by its tags and by what it or its bank says. Pure. */

import type { ObservationScopes } from "../domain/requests.js";

/** A set of tags, sorted; empty is the scope of the whole bank. */
export type Scope = readonly string[];

/**
 * Most passes of one fact. `all_combinations` doubles with each tag; six tags are 63 passes, as many calls of a model. Of more tags, the smallest
 * combinations come first, and all of the tags together are always among them.
 */
export const MAX_PASSES = 63;

const NAMED = ["per_tag", "combined", "all_combinations", "shared"] as const;

/** Tags as a scope: each once, in one order. */
export function scopeOf(tags: readonly string[]): Scope {
  return [...new Set(tags)].sort();
}

/** Tells scopes apart. */
export function scopeKey(scope: Scope): string {
  return JSON.stringify(scope);
}

/** What a stored value says, also as text or as JSON in a text; null for nothing, and for what says nothing that there is. */
export function readScopes(value: unknown): ObservationScopes | null {
  if (typeof value === "string") {
    const name = NAMED.find((known) => known === value);
    return name ?? fromText(value);
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  const lists = value.filter((part): part is readonly string[] => Array.isArray(part) && part.every((tag) => typeof tag === "string"));
  return lists.length === value.length ? lists : null;
}

function fromText(text: string): ObservationScopes | null {
  if (!/^\s*["[]/.test(text)) return null;
  try {
    return readScopes(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null; // a text that only looks like JSON says nothing
    throw error;
  }
}

/** The scopes of a fact with these tags, each once: one pass over the fact for each of them. */
export function passesOf(spec: ObservationScopes | null, tags: readonly string[]): readonly Scope[] {
  const own = scopeOf(tags);
  if (spec === "shared") return [[]];
  if (spec === null || spec === "combined") return [own];
  if (spec === "per_tag") return own.length === 0 ? [[]] : own.slice(0, MAX_PASSES).map((tag) => [tag]);
  if (spec === "all_combinations") return own.length === 0 ? [[]] : combinations(own);
  const listed = new Map(spec.map((scope) => [scopeKey(scopeOf(scope)), scopeOf(scope)]));
  return [...listed.values()].slice(0, MAX_PASSES);
}

/** The non-empty subsets, small ones first, and the whole last. */
function combinations(tags: Scope): readonly Scope[] {
  const found: Scope[] = [];
  let size: Scope[] = tags.map((tag) => [tag]);
  while (found.length < MAX_PASSES && size.length > 0) {
    found.push(...size);
    if (found.length >= MAX_PASSES) break;
    size = size.flatMap((scope) => tags.slice(tags.indexOf(scope.at(-1) as string) + 1).map((tag) => [...scope, tag]));
  }
  if (found.length <= MAX_PASSES && found.at(-1)?.length === tags.length) return found;
  return [...found.slice(0, MAX_PASSES - 1), tags];
}
