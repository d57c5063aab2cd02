/** What a run has found: only this may be cited, and only this reaches the caller. */

import type { BasedOn, ReflectedModel } from "../domain/reflect.js";
import type { RecalledMemory } from "../domain/requests.js";
import type { ReadModel } from "./models.js";
import type { Task } from "./task.js";

export interface Evidence {
  /** Returns how many of them are new. */
  add(memories: readonly RecalledMemory[], models?: readonly ReadModel[]): number;
  has(id: string): boolean;
  get(id: string): RecalledMemory | undefined;
  /** Memories, and models that were read. */
  readonly size: number;
  all(): readonly RecalledMemory[];
  models(): readonly ReadModel[];
  /** What an answer stands on: of each kind what was cited, or all that was found where nothing of it was. Ids that were never found are left out. */
  basedOn(cited: Citations): BasedOn;
}

export interface Citations {
  readonly facts: readonly string[];
  readonly observations: readonly string[];
  readonly models: readonly string[];
}

export const NO_CITATIONS: Citations = { facts: [], observations: [], models: [] };

export function createEvidence({ directives }: Pick<Task, "directives">): Evidence {
  const found = new Map<string, RecalledMemory>();
  const read = new Map<string, ReadModel>();
  const chosen = (isObservation: boolean, cited: ReadonlySet<string>): readonly RecalledMemory[] => {
    const all = [...found.values()].filter(({ kind }) => (kind === "observation") === isObservation);
    const some = all.filter(({ id }) => cited.has(id));
    return some.length > 0 ? some : all;
  };
  return {
    add(memories, models = []) {
      const before = found.size + read.size;
      for (const memory of memories) if (!found.has(memory.id)) found.set(memory.id, memory);
      for (const model of models) read.set(model.id, model);
      return found.size + read.size - before;
    },
    has: (id) => found.has(id) || read.has(id),
    get: (id) => found.get(id),
    get size() {
      return found.size + read.size;
    },
    all: () => [...found.values()],
    models: () => [...read.values()],
    basedOn({ facts, observations, models }) {
      const cited = new Set([...facts, ...observations, ...models]); // those who answer mix the lists up
      const named = [...read.values()].filter(({ id }) => cited.has(id));
      const mentalModels = (named.length > 0 ? named : [...read.values()]).map(shownAsSource);
      return { memories: [...chosen(false, cited), ...chosen(true, cited)], mentalModels, directives: told(directives) };
    },
  };
}

/** A model as what an answer stands on. */
export const shownAsSource = ({ id, name, content }: ReadModel): ReflectedModel => ({ id, text: `${name}: ${content}`, context: null });

export function told(directives: Task["directives"]): BasedOn["directives"] {
  return directives.map(({ id, name, content }) => ({ id, name, content }));
}
