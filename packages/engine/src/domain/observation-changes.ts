// How an observation came to say what it says.
// In: its stored versions and the facts that it stands on now. Out: its changes with the evidence that each had.

import type { MemoryKind } from "./memory.js";
import type { ObservationChange } from "./observations.js";

/** A stored change: what it said before, and the ids of the facts that the change brought. */
export type ObservationVersion = Omit<ObservationChange, "sourceFacts">;

export interface EvidenceFact {
  readonly id: string;
  readonly text: string;
  readonly kind: MemoryKind;
  readonly context: string | null;
}

/**
 * The changes of an observation, oldest first. Which facts it stood on at each is worked out backwards: those of now without the ones that later changes
 * brought. A fact that a change brought and that is gone keeps its id.
 */
export function observationChanges(versions: readonly ObservationVersion[], now: readonly EvidenceFact[]): readonly ObservationChange[] {
  const facts = new Map(now.map((fact) => [fact.id, fact]));
  let ids = now.map(({ id }) => id);
  const changes: ObservationChange[] = [];
  for (const version of versions.toReversed()) {
    const brought = new Set(version.newSourceMemoryIds);
    const sourceFacts = [...new Set([...ids, ...brought])].map((id) => {
      const { text, kind, context } = facts.get(id) ?? { text: null, kind: null, context: null };
      return { id, text, kind, context, isNew: brought.has(id) };
    });
    changes.push({ ...version, sourceFacts });
    ids = ids.filter((id) => !brought.has(id));
  }
  return changes.reverse();
}
