import { sanitise } from "../../../domain/text/sanitise.js";

/** Sanitises every text in a parsed value, keys too: escapes may spell what no database holds. */
export function sanitiseAll(value: unknown): unknown {
  if (typeof value === "string") return sanitise(value);
  if (Array.isArray(value)) return value.map(sanitiseAll);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [sanitise(key), sanitiseAll(inner)]));
}
