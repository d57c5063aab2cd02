// Time cut into buckets: windows of a decade's years, a year's months, a quarter's length of weeks, a month's days. All in UTC.
// In: a zoom and a day. Out: the window that holds the day, and its buckets; windows of one zoom touch and never overlap.

import type { Zoom } from "./search";

const DAY_MS = 86_400_000;
const WEEKS = 13;
/** 5 January 1970, a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

export interface Span {
  readonly start: Date;
  /** Not in it any more. */
  readonly end: Date;
}

export interface Window extends Span {
  readonly buckets: readonly Span[];
}

/** Midnight; months may run over their year's ends. Unlike `Date.UTC`, a year below 100 is that year. */
function utc(year: number, month = 0, day = 1): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

const spans = (edges: readonly Date[]): readonly Span[] => edges.slice(1).map((end, place) => ({ start: edges[place] as Date, end }));

function edges(zoom: Zoom, at: Date): readonly Date[] {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const series = (count: number, edge: (place: number) => Date) => Array.from({ length: count + 1 }, (_, place) => edge(place));
  if (zoom === "year") return series(10, (place) => utc(Math.floor(year / 10) * 10 + place));
  if (zoom === "month") return series(12, (place) => utc(year, place));
  if (zoom === "day") return series(utc(year, month + 1, 0).getUTCDate(), (place) => utc(year, month, place + 1));
  const week = Math.floor((at.getTime() - FIRST_MONDAY_MS) / (7 * DAY_MS));
  const first = Math.floor(week / WEEKS) * WEEKS;
  return series(WEEKS, (place) => new Date(FIRST_MONDAY_MS + (first + place) * 7 * DAY_MS));
}

/** The window of `zoom` around a day (YYYY-MM-DD). */
export function windowOf(zoom: Zoom, day: string): Window {
  const buckets = spans(edges(zoom, new Date(day)));
  return { start: (buckets[0] as Span).start, end: (buckets.at(-1) as Span).end, buckets };
}

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export interface Bounds {
  readonly start_date?: string;
  readonly end_date?: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** A span as the API's period, whose end is included, within the page's own; null where they do not meet. */
export function boundsOf({ start, end }: Partial<Span>, within: Bounds): Bounds | null {
  const from = Math.max(start?.getTime() ?? -Infinity, within.start_date === undefined ? -Infinity : Date.parse(within.start_date));
  const to = Math.min(
    end === undefined ? Infinity : end.getTime() - 1,
    within.end_date === undefined ? Infinity : Date.parse(within.end_date),
  );
  if (from > to) return null;
  return { ...(Number.isFinite(from) ? { start_date: iso(from) } : {}), ...(Number.isFinite(to) ? { end_date: iso(to) } : {}) };
}
