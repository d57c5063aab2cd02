// Paths and queries as they are sent.
// In: the API's path with names in braces, and values. Out: the encoded path with its query.
// An id that a URL would swallow is refused: "." and ".." name another resource, and "" none.

import { HindsightError } from "../errors.js";

export type QueryValue = string | number | boolean | Date | null | undefined | readonly (string | number | boolean)[];
export type Query = Readonly<Record<string, unknown>>;

/**
 * Fills `{name}` in a path.
 * @throws HindsightError `bad_argument` for a value that is missing, empty, "." or ".."
 */
export function filledPath(path: string, values: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    const text = value === undefined || value === null ? "" : String(value);
    if (text !== "" && text !== "." && text !== "..") return encode(text);
    const what = text === "" ? "is missing or empty" : `is "${text}", which a URL cannot carry`;
    throw new HindsightError(`${name} ${what}: this call would reach another resource.`, undefined, undefined, { code: "bad_argument" });
  });
}

/** `?a=1&b=x&b=y`, or "" when nothing is set: lists repeat their name, null and undefined are left out. */
export function queryText(query: Query | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) => values(value).map((each) => `${encode(name)}=${encode(each)}`));
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function values(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(values);
  if (value instanceof Date) return [instant(value)];
  return [typeof value === "object" ? JSON.stringify(value) : String(value)];
}

/** @throws HindsightError `bad_argument` for half of a character */
function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    const message = `${JSON.stringify(text)} has half of a character in it, which a URL cannot carry.`;
    throw new HindsightError(message, undefined, undefined, { code: "bad_argument", cause });
  }
}

/** ISO 8601. @throws HindsightError `bad_argument` for a Date that is none */
export function instant(date: Date): string {
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new HindsightError("A Date is not valid: it was made from something that is no date.", undefined, undefined, {
    code: "bad_argument",
  });
}
