/** What a run has found: only this may be cited, and only this reaches the caller. */

import type { BasedOn } from "../domain/reflect.js";
import type { RecalledMemory } from "../domain/requests.js";
import type { Task } from "./task.js";

export interface Evidence {
  /** Returns how many of them are new. */
  add(memories: readonly RecalledMemory[]): number;
  has(id: string): boolean;
  get(id: string): RecalledMemory | undefined;
  readonly size: number;
  all(): readonly RecalledMemory[];
  /** What an answer stands on: of each kind what was cited, or all that was found where nothing of it was. Ids that were never found are left out. */
  basedOn(cited: Citations): BasedOn;
}

export interface Citations {
  readonly facts: readonly string[];
  readonly observations: readonly string[];
}

export const NO_CITATIONS: Citations = { facts: [], observations: [] };

export function createEvidence({ directives }: Pick<Task, "directives">): Evidence {
  const found = new Map<string, RecalledMemory>();
  const chosen = (isObservation: boolean, cited: ReadonlySet<string>): readonly RecalledMemory[] => {
    const all = [...found.values()].filter(({ kind }) => (kind === "observation") === isObservation);
    const some = all.filter(({ id }) => cited.has(id));
    return some.length > 0 ? some : all;
  };
  return {
    add(memories) {
      const before = found.size;
      for (const memory of memories) if (!found.has(memory.id)) found.set(memory.id, memory);
      return found.size - before;
    },
    has: (id) => found.has(id),
    get: (id) => found.get(id),
    get size() {
      return found.size;
    },
    all: () => [...found.values()],
    basedOn({ facts, observations }) {
      const cited = new Set([...facts, ...observations]); // models mix the two lists up
      return { memories: [...chosen(false, cited), ...chosen(true, cited)], mentalModels: [], directives: told(directives) };
    },
  };
}

export function told(directives: Task["directives"]): BasedOn["directives"] {
  return directives.map(({ id, name, content }) => ({ id, name, content }));
}
