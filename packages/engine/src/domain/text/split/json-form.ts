import { isObject, type JsonObject } from "./messages.js";

/**
 * Content that is JSON: an array of objects, one object, or one object a line. Anything else is text. `sources` are the records as
 * they were written: numbers beyond double precision and escapes survive only there.
 */
export type JsonForm =
  | { readonly kind: "array"; readonly records: readonly JsonObject[]; readonly sources: readonly string[] }
  | { readonly kind: "object"; readonly record: JsonObject; readonly sources: readonly string[] }
  | { readonly kind: "lines"; readonly records: readonly JsonObject[]; readonly sources: readonly string[] };

/** Deeper JSON is nobody's conversation, and writing it again could overflow the stack. */
const MAX_DEPTH = 200;

/** Reads a text as JSON, or null. Never throws: text that only looks like JSON is text. */
export function readJson(text: string): JsonForm | null {
  const trimmed = text.trim();
  if (!/^[[{]/u.test(trimmed)) return null;
  return (/[\]}]$/u.test(trimmed) ? readWhole(trimmed) : null) ?? readLines(trimmed);
}

function readWhole(text: string): JsonForm | null {
  const elements = scan(text);
  if (elements === null) return null;
  const whole = parse(text);
  if (Array.isArray(whole)) return whole.length > 0 && whole.every(isObject) ? { kind: "array", records: whole, sources: elements } : null;
  return isObject(whole) ? { kind: "object", record: whole, sources: [text] } : null;
}

function readLines(text: string): JsonForm | null {
  const lines = text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length < 2 || !lines.every((line) => line.startsWith("{") && line.endsWith("}") && scan(line) !== null)) return null;
  const records = lines.map(parse);
  return records.every(isObject) ? { kind: "lines", records: records as readonly JsonObject[], sources: lines } : null;
}

/**
 * The elements of the outermost array or object as they are written; null when the text nests too deep or is not balanced.
 * Reads brackets and strings only: whether it is JSON, the parser says.
 */
function scan(text: string): readonly string[] | null {
  const elements: string[] = [];
  let depth = 0;
  let start = 1;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return null;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
      if (depth === 0 && at < text.length - 1) return null;
    } else if (code === 0x2c && depth === 1) {
      elements.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  elements.push(text.slice(start, -1).trim());
  return depth === 0 ? elements : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Not JSON: the caller reads it as text, which is the documented fallback.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
