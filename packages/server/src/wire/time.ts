// Time on the wire: ISO 8601 both ways.
// In: a Date for replies, text for requests. Out: text as Python's isoformat writes it, or a checked timestamp.

import { type Fail, leaf } from "./scalars.js";

/** What a time of the wire can be: clients know no other years. */
const [FIRST, LAST] = [new Date("0001-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59.999Z")];

/**
 * `2026-01-15T10:30:00+00:00`, with milliseconds only when there are some. Not `Z`: the Python clients still in use parse with
 * `datetime.fromisoformat`, which takes `Z` only since Python 3.11.
 */
export function iso(date: Date): string {
  const shown = date < FIRST ? FIRST : date > LAST ? LAST : date;
  return `${shown.toISOString().replace(/(\.000)?Z$/, "")}+00:00`;
}

export function isoOrNull(date: Date | null): string | null {
  return date === null ? null : iso(date);
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** The instant that an ISO 8601 text names, read as UTC when it has no zone; null when it names none. */
export function instantOf(text: string): Date | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const calendar = new Date(Date.UTC(year, month - 1, day));
  if (year === 0 || calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return null;
  let form = text.trim().replace(" ", "T").replace(",", ".");
  if (/[+-]\d{2}$/.test(form) && form.includes("T")) form += ":00";
  else
    form = form.replace(/([+-]\d{2})(\d{2})$/, (all, hours: string, minutes: string) => (form.includes("T") ? `${hours}:${minutes}` : all));
  if (form.includes("T") && !/(Z|[+-]\d{2}:\d{2})$/i.test(form)) form += "Z";
  const instant = new Date(form);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

export function checkInstant(value: unknown, fail: Fail): string {
  if (typeof value !== "string") return fail("datetime_type", "Must be an ISO 8601 date and time");
  return instantOf(value) === null
    ? fail("datetime_parsing", "Must be an ISO 8601 date and time", { error: "not ISO 8601" })
    : value.trim();
}

/** An ISO 8601 date and time, kept as text: the zone it was given in matters to the engine. */
export function instant(about?: string) {
  return leaf({ type: "string", format: "date-time", ...(about ? { description: about } : {}) }, checkInstant);
}
