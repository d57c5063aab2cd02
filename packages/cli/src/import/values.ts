// Values of foreign JSON, looked at without trust: texts, times, lists and metadata.
// In: anything. Out: what was asked for, or null.

import { createHash } from "node:crypto";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text, trimmed; null for what is none, or blank. */
export function text(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The first of the values that is a text. */
export function firstText(...values: readonly unknown[]): string | null {
  for (const value of values) {
    const found = text(value);
    if (found !== null) return found;
  }
  return null;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function objects(value: unknown): readonly JsonObject[] {
  return list(value).filter(isObject);
}

/** The texts of a list; of one text, that text. */
export function texts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).map(text).filter((each) => each !== null);
}

/** Before this a number of seconds would lie in 1970-01, and a number of milliseconds above it: exports write both. */
const SECONDS_BELOW = 100_000_000_000;

/** An instant as ISO 8601. Takes ISO texts (those without a zone are UTC), dates, and Unix times in seconds or milliseconds; null for anything else. */
export function instant(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return iso(value < SECONDS_BELOW ? value * 1000 : value);
  if (value instanceof Date) return iso(value.getTime());
  const said = text(value);
  if (said === null || !/^\d{4}-\d{2}-\d{2}/.test(said)) return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(said)) return Number.isNaN(Date.parse(said)) ? null : `${said}T00:00:00.000Z`;
  // Python writes "2024-01-01 10:00:00.123456+00:00", others "… UTC".
  const made = said
    .replace(/^(\S+) (\d)/, "$1T$2")
    .replace(/ ?UTC$/, "Z")
    .replace(/(\.\d{3})\d+/, "$1");
  return iso(Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(made) ? made : `${made}Z`));
}

function iso(ms: number): string | null {
  return Number.isNaN(ms) || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString();
}

/** The first of the values that is an instant. */
export function firstInstant(...values: readonly unknown[]): string | null {
  for (const value of values) {
    const found = instant(value);
    if (found !== null) return found;
  }
  return null;
}

/** Pairs of metadata: texts as they are, other values as JSON; what is absent or empty is left out. */
export function metadata(pairs: JsonObject): Readonly<Record<string, string>> {
  const kept: [string, string][] = [];
  for (const [key, value] of Object.entries(pairs)) {
    if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    if (isObject(value) && Object.keys(value).length === 0) continue;
    kept.push([key, typeof value === "string" ? value : JSON.stringify(value)]);
  }
  return Object.fromEntries(kept);
}

/** A short id of a text that has none of its own: the same text has the same. */
export const idOf = (value: string): string => createHash("sha256").update(value).digest("hex").slice(0, 20);

/** Each once, in the order of their first mention. */
export const once = (values: readonly string[]): readonly string[] => [...new Set(values)];
