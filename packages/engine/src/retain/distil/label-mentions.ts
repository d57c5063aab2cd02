import type { Mention } from "../../domain/memory.js";
import { exceedsBytes, MAX_NAME_BYTES } from "../../domain/names.js";
import type { LabelField, LabelGroup } from "./types.js";
import { fieldOf, isWireObject, listOf, spokenOrNothing } from "./wire-values.js";

/** Labels of one fact, in the order of the groups, and those of them that are tags too. */
export interface FoundLabels {
  readonly mentions: readonly Mention[];
  readonly tags: readonly string[];
}

/** UTF-16 units of a free text that may be a label; a longer one is a statement. */
const MAX_FREE_LABEL = 200;
/** Labels of one fact; more are a model that runs on. */
const MAX_LABELS = 50;

/**
 * Reads the `labels` of a fact. Names are `key:value`, of a map `key:field:value`. Values of a fixed vocabulary are compared without regard to case and
 * stored as the vocabulary spells them; others are dropped, as are "none", "null", "n/a" and blanks.
 */
export function readLabels(labels: unknown, groups: readonly LabelGroup[]): FoundLabels {
  if (!isWireObject(labels) || groups.length === 0) return { mentions: [], tags: [] };
  const found = groups.flatMap((group) => namesOf(fieldOf(labels, group.key), group, group.key).map((name) => ({ name, group })));
  const kept = uniqueByName(found.filter(({ name }) => !exceedsBytes(name, MAX_NAME_BYTES))).slice(0, MAX_LABELS);
  return {
    mentions: kept.map(({ name }) => ({ name, kind: "label", resolve: false })),
    tags: kept.filter(({ group }) => group.tag).map(({ name }) => name),
  };
}

function namesOf(value: unknown, field: LabelField, path: string): readonly string[] {
  switch (field.type) {
    case "value":
    case "text":
      return leaves(value, field, path).slice(0, 1);
    case "multi-values":
    case "multi-text":
      return leaves(value, field, path);
    case "map":
      return listOf(value)
        .filter(isWireObject)
        .flatMap((object) =>
          Object.entries(field.fields).flatMap(([name, inner]) => namesOf(fieldOf(object, name), inner, `${path}:${name}`)),
        );
  }
}

function leaves(value: unknown, field: LabelField, path: string): readonly string[] {
  return listOf(value).flatMap((one) => {
    const text = spokenOrNothing(one);
    if (text === null) return [];
    if (field.type.endsWith("text")) return text.length > MAX_FREE_LABEL ? [] : [`${path}:${text}`];
    const known = field.values.find((candidate) => candidate.value.toLowerCase() === text.toLowerCase());
    return known === undefined ? [] : [`${path}:${known.value}`];
  });
}

/** Each once, without regard to case; the first spelling holds. */
function uniqueByName<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return all.filter(({ name }) => {
    const key = name.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
