import { sanitise } from "../../domain/text/sanitise.js";

// Values as language models write them: of the right type, nearly, or not at all. Nothing here throws.

export type WireObject = Readonly<Record<string, unknown>>;

export function isWireObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Ways to say that there is nothing to say. `n/a` is the one that the prompt asks for. */
const NOTHING = /^(?:n\/a|none|null|undefined|-|–|—)\.?$/iu;
const NOT_APPLICABLE = /^n\/a\.?$/iu;

/** Lists in lists in lists: deeper is nobody's answer. */
const MAX_DEPTH = 4;

/** The text of a value on one line, or null when it says nothing. A list is joined with commas; of an object its `text`, `name` or `value` counts. */
export function spoken(value: unknown, depth = 0): string | null {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    const text = sanitise(value).replace(/\s+/gu, " ").trim();
    return text === "" || NOT_APPLICABLE.test(text) ? null : text;
  }
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) {
    const parts = value.map((part) => spoken(part, depth + 1)).filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join(", ");
  }
  return isWireObject(value) ? spoken(value.text ?? value.name ?? value.value, depth + 1) : null;
}

/** The same for fields of which "none" and "null" say that there is nothing. */
export function spokenOrNothing(value: unknown): string | null {
  const text = spoken(value);
  return text === null || NOTHING.test(text) ? null : text;
}

/** A value as a list: null is empty, a list is itself, anything else stands alone. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The field of that name, whatever its letters' case; undefined when there is none. */
export function fieldOf(object: WireObject, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const wanted = name.toLowerCase();
  const found = Object.keys(object).find((key) => key.toLowerCase() === wanted);
  return found === undefined ? undefined : object[found];
}
