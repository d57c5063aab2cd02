/**
 * Calendar arithmetic on whole days, without `Date` and so without the zone of the process.
 * A `Day` counts days since 1970-01-01 in the calendar of whoever speaks; only `toSpan` and `dayOf` know about offsets.
 */

import type { DatePrecision, Moment, TimeSpan } from "../memory.js";

/** Days since 1970-01-01 on somebody's own calendar. */
export type Day = number;

/** Whole days, `last` included. */
export interface Days {
  readonly first: Day;
  readonly last: Day;
  readonly precision: DatePrecision;
}

export const MS_PER_MINUTE = 60_000;
export const MS_PER_DAY = 86_400_000;

/** Years that a date may have: what `timestamptz` and ISO 8601 with four digits both hold. */
export const MIN_YEAR = 1;
export const MAX_YEAR = 9999;

/** The day number of a proleptic Gregorian date. Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil. */
export function dayNumber(year: number, month: number, day: number): Day {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

export interface CivilDate {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  /** 1–31 */
  readonly day: number;
}

/** The inverse of `dayNumber` (civil_from_days of the same source). */
export function civil(day: Day): CivilDate {
  const z = day + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The day, or null when the calendar has no such day or the year is outside 1–9999. */
export function validDay(year: number, month: number, day: number): Day | null {
  if (!(year >= MIN_YEAR && year <= MAX_YEAR && month >= 1 && month <= 12 && day >= 1)) return null;
  return day <= daysInMonth(year, month) ? dayNumber(year, month, day) : null;
}

/** 1 = Monday … 7 = Sunday, as in ISO 8601. 1970-01-01 was a Thursday. */
export function weekday(day: Day): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

const inRange = (days: Days): Days | null =>
  days.first <= days.last && civil(days.first).year >= MIN_YEAR && civil(days.last).year <= MAX_YEAR ? days : null;

/** Days from `first` to `last`, or null when they are in the wrong order or outside the years 1–9999. */
export function daysBetween(first: Day, last: Day, precision: DatePrecision): Days | null {
  return Number.isFinite(first) && Number.isFinite(last) && Math.abs(first) < 4e6 && Math.abs(last) < 4e6
    ? inRange({ first, last, precision })
    : null;
}

export function oneDay(day: Day): Days | null {
  return daysBetween(day, day, "day");
}

/** The ISO week (Monday–Sunday) that holds the day, moved by whole weeks. */
export function weekOf(day: Day, shift = 0): Days | null {
  const monday = day - (weekday(day) - 1) + 7 * shift;
  return daysBetween(monday, monday + 6, "week");
}

/** Week 1–53 of an ISO 8601 year: week 1 holds 4 January. Null when the year has no such week. */
export function isoWeek(year: number, week: number): Days | null {
  const january = yearOf(year);
  const days = january && week >= 1 && week <= 53 ? weekOf(january.first + 3, week - 1) : null;
  return days && civil(days.first + 3).year === year ? days : null;
}

/** A month; `month` may lie outside 1–12 and then carries into the year. */
export function monthOf(year: number, month: number): Days | null {
  const index = year * 12 + month - 1;
  const y = Math.floor(index / 12);
  const m = index - y * 12 + 1;
  if (!(y >= MIN_YEAR && y <= MAX_YEAR)) return null;
  const first = dayNumber(y, m, 1);
  return { first, last: first + daysInMonth(y, m) - 1, precision: "month" };
}

/** `count` months from the given one on. */
export function monthsFrom(year: number, month: number, count: number, precision: DatePrecision): Days | null {
  const first = monthOf(year, month);
  const last = monthOf(year, month + count - 1);
  return first && last ? daysBetween(first.first, last.last, precision) : null;
}

/** A quarter; 1–4, others carry into the year. */
export function quarterOf(year: number, quarter: number): Days | null {
  return monthsFrom(year, (quarter - 1) * 3 + 1, 3, "quarter");
}

export function yearOf(year: number): Days | null {
  return monthsFrom(year, 1, 12, "year");
}

/** The same day so many months on; the 31st becomes the last day of a shorter month. Null outside 1–9999. */
export function addMonths(day: Day, months: number): Day | null {
  const { year, month, day: dayOfMonth } = civil(day);
  const target = monthOf(year, month + months);
  return target ? Math.min(target.first + dayOfMonth - 1, target.last) : null;
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher's algorithm). */
export function easterSunday(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return dayNumber(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** The `nth` (1–5, −1 = last) given weekday of a month, or null when there is none. */
export function nthWeekday(year: number, month: number, isoWeekday: number, nth: number): Day | null {
  const days = monthOf(year, month);
  return days && nthWeekdayIn(days, isoWeekday, nth);
}

/** The `nth` (from 1; −1 = last) given weekday within some days. */
export function nthWeekdayIn(days: Days, isoWeekday: number, nth: number): Day | null {
  const found =
    nth > 0
      ? days.first + ((isoWeekday - weekday(days.first) + 7) % 7) + 7 * (nth - 1)
      : days.last - ((weekday(days.last) - isoWeekday + 7) % 7);
  return found >= days.first && found <= days.last ? found : null;
}

/** The day on the calendar of the moment's own zone. */
export function dayOf(moment: Moment): Day {
  return Math.floor((moment.at.getTime() + moment.offsetMinutes * MS_PER_MINUTE) / MS_PER_DAY);
}

/** Minutes since midnight on the clock of the moment's own zone. */
export function minuteOfDay(moment: Moment): number {
  const local = moment.at.getTime() + moment.offsetMinutes * MS_PER_MINUTE;
  return Math.floor((local - Math.floor(local / MS_PER_DAY) * MS_PER_DAY) / MS_PER_MINUTE);
}

/** Whole days in a zone as instants: from midnight to the last millisecond of the last day. */
export function toSpan(days: Days, offsetMinutes: number): TimeSpan {
  return {
    start: new Date(days.first * MS_PER_DAY - offsetMinutes * MS_PER_MINUTE),
    end: new Date((days.last + 1) * MS_PER_DAY - offsetMinutes * MS_PER_MINUTE - 1),
    precision: days.precision,
  };
}
