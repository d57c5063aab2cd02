// The scope of a mental model: which memories it is written from, and goes stale by.
// In: its tags and its trigger. Out: what to filter memories by.

import type { TagScope } from "./learning.js";
import type { Trigger } from "./mental-models.js";

export interface ScopedModel {
  readonly tags: readonly string[];
  readonly trigger: Pick<Trigger, "tagsMatch" | "tagGroups">;
}

/** Tag groups stand in place of the model's tags; else its tags, by the mode it names or by all of them, untagged memories left out. */
export function scopeOf({ tags, trigger }: ScopedModel): TagScope {
  const { tagsMatch, tagGroups } = trigger;
  if (tagGroups !== null) return { tags: null, tagsMatch: tagsMatch ?? "any", tagGroups };
  return { tags: tags.length === 0 ? null : tags, tagsMatch: tagsMatch ?? (tags.length === 0 ? "any" : "all_strict"), tagGroups: null };
}

/** Can memories with no tag be in the scope? */
export function reachesUntagged(model: ScopedModel): boolean {
  const { tags, tagsMatch, tagGroups } = scopeOf(model);
  return tagGroups !== null || tags === null || tagsMatch === "any" || tagsMatch === "all";
}
