import type { DatePrecision, Moment, TimeSpan } from "../../domain/memory.js";
import { detectLanguage } from "../../domain/text/language.js";
import {
  civil,
  type Day,
  type Days,
  dayOf,
  daysBetween,
  isoWeek,
  MS_PER_DAY,
  MS_PER_MINUTE,
  monthOf,
  oneDay,
  quarterOf,
  toSpan,
  validDay,
  yearOf,
} from "../../domain/time/civil.js";
import { parseTimestamp, resolveEvent } from "../../domain/time/index.js";

/** What a model says of an event's time. */
export interface SaidOfTime {
  readonly start: unknown;
  readonly end: unknown;
  /** The field `when`, and the whole text of the fact. */
  readonly when: string | null;
  readonly text: string;
}

/**
 * When an event happened, as exact as it was said; null when nothing tells. Values without a zone are on the clock of the item's own zone.
 *
 * Models write dates alone as midnight, and a day as 00:00:00 to 23:59:59: both are days. Whole months and years are those, and a first of January beside a
 * `when` of "2023" is the year. Without a readable start the words of the text are resolved against the item's time.
 */
export function occurredOf(said: SaidOfTime, itemSaid: Moment | null): TimeSpan | null {
  const offset = itemSaid?.offsetMinutes ?? 0;
  const start = readBound(said.start, offset);
  const end = readBound(said.end, offset);
  if (start !== null) return widened(spanOf(start, end, offset), said.when, itemSaid);
  const resolved = itemSaid === null ? null : (resolve(said.when, itemSaid) ?? resolve(said.text, itemSaid));
  return resolved ?? (end === null ? null : spanOf(end, null, offset));
}

/** A text that is a bare date counts as one; in a sentence, a number alone is no year. */
function resolve(text: string | null, said: Moment): TimeSpan | null {
  if (text === null) return null;
  const days = readDays(text);
  return days === null ? resolveEvent(text, said, detectLanguage(text)) : toSpan(days, said.offsetMinutes);
}

/** A date of its own precision, or an instant. An instant at midnight, or at the last second of a day, may stand for the day. */
type Bound =
  | { readonly kind: "days"; readonly days: Days; readonly offset: number }
  | {
      readonly kind: "instant";
      readonly at: number;
      readonly precision: Extract<DatePrecision, "hour" | "minute" | "second">;
      readonly day: Day;
      readonly edge: "start" | "end" | null;
      readonly offset: number;
    };

const PARTIAL = /^(\d{4})(?:[-/](?:(\d{1,2})(?:[-/](\d{1,2}))?|[Qq]([1-4])|[Ww](\d{1,2})))?$/u;
const DATE_AND_TIME = /^\d{4}-?\d{2}-?\d{2}[Tt ]+(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?/u;
const HAS_ZONE = /(?:[Zz]|UTC|GMT|[+\u2212-]\d{2}(?::?\d{2})?)$/u;
const UNIT_MS = { hour: 3_600_000, minute: MS_PER_MINUTE, second: 1000 } as const;

function readBound(value: unknown, itemOffset: number): Bound | null {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  const days = readDays(text);
  if (days !== null) return { kind: "days", days, offset: itemOffset };
  const time = DATE_AND_TIME.exec(text);
  const moment = time === null ? null : parseTimestamp(text);
  if (time === null || moment === null) return null;
  const [, hour = "", minute, second] = time;
  const isNaive = !HAS_ZONE.test(text.slice(time[0].length));
  const isMidnight = Number(hour) % 24 === 0 && Number(minute ?? 0) === 0 && Number(second ?? 0) === 0;
  const isLast = hour === "23" && minute === "59" && (second === undefined || second === "59");
  return {
    kind: "instant",
    at: moment.at.getTime() - (isNaive ? itemOffset * MS_PER_MINUTE : 0),
    precision: minute === undefined ? "hour" : Number(second ?? 0) === 0 ? "minute" : "second",
    day: dayOf(moment) - (hour === "24" ? 1 : 0),
    edge: hour === "24" || isLast ? "end" : isMidnight ? "start" : null,
    // `Z` is a habit of models: a whole day is the day as written, on the speaker's calendar.
    offset: isNaive || moment.offsetMinutes === 0 ? itemOffset : moment.offsetMinutes,
  };
}

function readDays(text: string): Days | null {
  const match = PARTIAL.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, quarter = 0, week = 0] = match.slice(1).map((part) => Number(part ?? 0));
  if (quarter > 0) return quarterOf(year, quarter);
  if (week > 0) return isoWeek(year, week);
  if (match[2] === undefined) return yearOf(year);
  if (month < 1 || month > 12) return null;
  if (match[3] === undefined) return monthOf(year, month);
  const number = validDay(year, month, day);
  return number === null ? null : oneDay(number);
}

function spanOf(start: Bound, end: Bound | null, itemOffset: number): TimeSpan | null {
  const [first, last] = [daysOf(start, "start"), end === null ? daysOf(start, "start") : daysOf(end, "end")];
  if (first !== null && last !== null) {
    const days = first.first <= last.last ? daysBetween(first.first, last.last, coarser(first.precision, last.precision)) : first;
    return days && toSpan(withPrecision(days), start.offset);
  }
  const from = instantSpan(start, itemOffset);
  const to = end === null ? null : instantSpan(end, itemOffset);
  if (to === null || to.start < from.start || to.start.getTime() === from.start.getTime()) return from;
  // An instant that ends a stretch is its end; a day that ends it belongs to it as a whole.
  return { start: from.start, end: end?.kind === "days" ? to.end : to.start, precision: coarser(from.precision, to.precision) };
}

/** The days that a bound stands for, or null for a time of day. */
function daysOf(bound: Bound, place: "start" | "end"): Days | null {
  if (bound.kind === "days") return bound.days;
  return bound.edge === "start" || (bound.edge === "end" && place === "end") ? oneDay(bound.day) : null;
}

function instantSpan(bound: Bound, itemOffset: number): TimeSpan {
  if (bound.kind === "days") return toSpan(bound.days, itemOffset);
  return { start: new Date(bound.at), end: new Date(bound.at + UNIT_MS[bound.precision] - 1), precision: bound.precision };
}

const PRECISIONS: readonly DatePrecision[] = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];

function coarser(a: DatePrecision, b: DatePrecision): DatePrecision {
  return PRECISIONS.indexOf(a) >= PRECISIONS.indexOf(b) ? a : b;
}

/** A stretch of days that is just one month, quarter or year is named so. */
function withPrecision(days: Days): Days {
  const { year, month } = civil(days.first);
  const whole = [monthOf(year, month), quarterOf(year, Math.ceil(month / 3)), yearOf(year)].find(
    (period) => period !== null && period.first === days.first && period.last === days.last,
  );
  return whole ?? days;
}

/** A single first day of a period that `when` names as a whole is the period: "2023" is not 1 January. */
function widened(span: TimeSpan | null, when: string | null, itemSaid: Moment | null): TimeSpan | null {
  if (span === null || when === null || span.precision !== "day" || span.end.getTime() - span.start.getTime() >= MS_PER_DAY) return span;
  const named = resolve(when, itemSaid ?? { at: span.start, offsetMinutes: 0 });
  const isPeriod = named?.precision === "month" || named?.precision === "quarter" || named?.precision === "year";
  return named !== null && isPeriod && named.start.getTime() === span.start.getTime() ? named : span;
}
