// When something happened, as people read it: a day is a day and a season a season, not midnight of its first.
// In: the span of the server's reply, whose ends belong to it. Out: "2026-06-03", "2026-03-01 to 2026-05-31", or a time in UTC to the minute.

import { when } from "./output.js";

const DAY_MS = 86_400_000;

/**
 * A span of whole days is written by its days. It lies on the calendar of whoever told of it, so the nearest midnight to its first instant is
 * its first day; that is right for every zone up to twelve hours from UTC.
 */
export function happened(start: string, end: string | null | undefined): string {
  if (end === null || end === undefined || end === start) return when(start);
  const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS);
  const isWhole = days > 0 && Date.parse(end) + 1 - Date.parse(start) === days * DAY_MS;
  if (!isWhole) return when(end) === when(start) ? when(start) : `${when(start)} to ${when(end)}`;
  const first = Math.round(Date.parse(start) / DAY_MS) * DAY_MS;
  return days === 1 ? day(first) : `${day(first)} to ${day(first + (days - 1) * DAY_MS)}`;
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** When a memory happened, else when it was said, else a dash. */
export function toldOf(memory: {
  readonly occurred_start?: string | null;
  readonly occurred_end?: string | null;
  readonly mentioned_at?: string | null;
}): string {
  return memory.occurred_start ? happened(memory.occurred_start, memory.occurred_end) : when(memory.mentioned_at);
}
