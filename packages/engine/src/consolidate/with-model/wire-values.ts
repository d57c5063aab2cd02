/** Values as language models write them: of the right type, nearly, or not at all. Nothing here throws. */

import { sanitise } from "../../domain/text/sanitise.js";

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Text without what cannot be stored and without space around it; null for what says nothing. */
export function spoken(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return null;
  const text = sanitise(value).trim();
  return text === "" ? null : text;
}

/** Null is empty, a list is itself, anything else stands alone. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
