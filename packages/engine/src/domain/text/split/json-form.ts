import { isObject, type JsonObject } from "./messages.js";

/** Content that is JSON: an array of objects, one object, or one object a line. Anything else is text. */
export type JsonForm =
  | { readonly kind: "array"; readonly records: readonly JsonObject[] }
  | { readonly kind: "object"; readonly record: JsonObject }
  | { readonly kind: "lines"; readonly records: readonly JsonObject[]; readonly lines: readonly string[] };

/** Reads a text as JSON, or null. Never throws: text that only looks like JSON is text. */
export function readJson(text: string): JsonForm | null {
  const trimmed = text.trim();
  if (!/^[[{]/u.test(trimmed)) return null;
  const whole = /[\]}]$/u.test(trimmed) ? parse(trimmed) : undefined;
  if (Array.isArray(whole)) return whole.length > 0 && whole.every(isObject) ? { kind: "array", records: whole } : null;
  if (isObject(whole)) return { kind: "object", record: whole };
  const lines = trimmed.split(/\r?\n/u).filter((line) => line.trim() !== "");
  if (lines.length < 2 || !lines.every((line) => /^\s*\{.*\}\s*$/su.test(line))) return null;
  const records = lines.map(parse);
  return records.every(isObject) ? { kind: "lines", records: records as readonly JsonObject[], lines } : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Not JSON, or nested too deep for the parser: the caller reads it as text, which is the documented fallback.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
