// Staleness of mental models, decided in one place for single reads, lists, the tree and reflection's tool.
// In: a model, the memories that changed, summed up by kind and tags, and how much of what it stands on is gone. Out: whether it is stale, and why.

import { resolveFuzzyTags } from "./fuzzy-tags.js";
import type { MemoryKind } from "./memory.js";
import type { Trigger } from "./mental-models.js";
import { scopeOf } from "./model-scope.js";
import { hasFuzzyLeaf, matchesTagFilter } from "./tags.js";

/** Memories of one kind and one set of tags: when the last of them changed, in microseconds since 1970, as exact as the database's clock. */
export interface ChangedGroup {
  readonly kind: MemoryKind;
  readonly tags: readonly string[];
  readonly changedAt: number;
}

export interface JudgedModel {
  readonly tags: readonly string[];
  readonly trigger: Trigger;
  /** What changed up to here its content has seen, in microseconds; null when it has seen nothing, or answers another question than its own. */
  readonly seenAt: number | null;
  /** How many of the memories that it stands on are no more. */
  readonly goneSources: number;
}

/** Memories that it stands on are gone, its question is not answered, or memories changed: for those who say it in words of their own. */
export type StalenessCode = "sources_gone" | "not_answered" | "memories_changed";

export interface Staleness {
  readonly isStale: boolean;
  /** Null when it is not stale. */
  readonly code: StalenessCode | null;
  /** In words; null when it is not stale. */
  readonly reason: string | null;
}

/** `changed` has at least what changed after the model's `seenAt`. A scope without memories leaves nothing to be behind of. */
export function stalenessOf(model: JudgedModel, changed: readonly ChangedGroup[]): Staleness {
  if (model.goneSources > 0)
    return stale(
      "sources_gone",
      `${model.goneSources === 1 ? "A memory" : `${model.goneSources} memories`} that it stands on ${model.goneSources === 1 ? "is" : "are"} gone.`,
    );
  const inScope = scopeFilter(model, changed);
  const { seenAt } = model;
  if (!changed.some((group) => (seenAt === null || group.changedAt > seenAt) && inScope(group)))
    return { isStale: false, code: null, reason: null };
  return seenAt === null
    ? stale("not_answered", "Its content does not answer its question yet.")
    : stale("memories_changed", "Memories in its scope changed after its last refresh.");
}

const stale = (code: StalenessCode, reason: string): Staleness => ({ isStale: true, code, reason });

/** Which of these memories, told by kind and tags, are in a model's scope. What is like a tag is looked for among theirs. */
export function scopeFilter(
  { tags, trigger }: Pick<JudgedModel, "tags" | "trigger">,
  changed: readonly Pick<ChangedGroup, "tags">[],
): (group: Pick<ChangedGroup, "kind" | "tags">) => boolean {
  const scope = scopeOf({ tags, trigger });
  const isFuzzy = scope.tagGroups !== null && hasFuzzyLeaf(scope.tagGroups);
  const tagGroups = isFuzzy
    ? resolveFuzzyTags(scope.tagGroups ?? [], [...new Set(changed.flatMap((group) => group.tags))])
    : scope.tagGroups;
  return (group) => (trigger.factTypes?.includes(group.kind) ?? true) && matchesTagFilter(group.tags, { ...scope, tagGroups });
}
