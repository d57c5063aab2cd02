import type { BankSettings } from "../../config/index.js";
import { sanitise } from "../../domain/text/sanitise.js";
import type { LabelField, LabelGroup } from "./types.js";
import { isWireObject, type WireObject } from "./wire-values.js";

const TYPES: readonly LabelGroup["type"][] = ["value", "multi-values", "text", "multi-text", "map"];

/**
 * The bank's controlled vocabulary in one spelling. Read: a list of groups, or `{attributes: […]}`; the older flags `free_values` (now the type `text`)
 * and `multi_value` (`multi-values`, with both `multi-text`) where no type is given; without either a group is a `value`, a field of a map a `text` (the contract's defaults). A group of values without any, and a map without fields, can hold
 * nothing and is left out; of two groups with one key the first holds.
 */
export function readLabelGroups(setting: BankSettings["entity_labels"]): readonly LabelGroup[] {
  const groups: readonly WireObject[] = setting === null ? [] : Array.isArray(setting) ? setting : setting.attributes;
  const seen = new Set<string>();
  return groups.flatMap((group): readonly LabelGroup[] => {
    const key = nameOf(group.key);
    const field = readField(group, "value");
    if (key === "" || field === null || seen.has(key.toLowerCase())) return [];
    seen.add(key.toLowerCase());
    return [{ key, ...field, optional: group.optional !== false, tag: group.tag === true }];
  });
}

function readField(field: WireObject, otherwise: LabelGroup["type"]): LabelField | null {
  const type = typeOf(field, otherwise);
  const values = readValues(field.values);
  const fields = type === "map" ? readFields(field.fields) : {};
  const holdsNothing = type === "map" ? Object.keys(fields).length === 0 : type.endsWith("text") ? false : values.length === 0;
  return holdsNothing ? null : { type, description: String(field.description ?? "").trim(), values, fields };
}

function typeOf({ type, free_values: isFree, multi_value: isMulti }: WireObject, otherwise: LabelGroup["type"]): LabelGroup["type"] {
  const named = TYPES.find((known) => known === type);
  if (named !== undefined) return named;
  if (isFree === true) return isMulti === true ? "multi-text" : "text";
  return isMulti === true ? "multi-values" : otherwise;
}

function readValues(values: unknown): LabelGroup["values"] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value) => {
    const name = nameOf(isWireObject(value) ? value.value : value);
    return name === "" ? [] : [{ value: name, description: isWireObject(value) ? String(value.description ?? "").trim() : "" }];
  });
}

function readFields(fields: unknown): Readonly<Record<string, LabelField>> {
  if (!isWireObject(fields)) return {};
  const read = Object.entries(fields).flatMap(([name, field]) => {
    const known = isWireObject(field) ? readField(field, "text") : null;
    return known === null || nameOf(name) === "" ? [] : [[nameOf(name), known] as const];
  });
  return Object.fromEntries(read);
}

/** A name on one line, as labels are made of it. */
const nameOf = (value: unknown): string =>
  sanitise(String(value ?? ""))
    .replace(/\s+/gu, " ")
    .trim();
