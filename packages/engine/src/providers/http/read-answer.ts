// Readers of answers that a server may have got wrong. In: parsed JSON. Out: typed values, or `model_unavailable` with what is wrong.

import { HindsightError } from "../../errors.js";

/** The value at `path` of nested objects, or undefined. */
export function at(json: unknown, ...path: readonly string[]): unknown {
  let value = json;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

export function wrongAnswer(server: string, what: string): HindsightError {
  return new HindsightError("model_unavailable", `${server} gave a wrong answer: ${what}.`);
}

export function listOf(server: string, value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongAnswer(server, `no list of ${what}`);
  return value;
}

/** Puts `[{ index, <field> }]` into the order of the indices, each of which must occur exactly once. */
export function byIndex(server: string, entries: readonly unknown[], count: number, field: string): readonly unknown[] {
  if (entries.length !== count) throw wrongAnswer(server, `${entries.length} results for ${count} texts`);
  const ordered = new Map<number, unknown>();
  for (const entry of entries) {
    const index = at(entry, "index");
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count || ordered.has(index)) {
      throw wrongAnswer(server, "an index that is missing, repeated or out of range");
    }
    ordered.set(index, at(entry, field));
  }
  return Array.from({ length: count }, (_, index) => ordered.get(index));
}
