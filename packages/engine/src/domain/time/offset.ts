/** Counted distances from a day: "three weeks ago", "过去三天". The same rules for every language. */

import type { DatePrecision } from "../memory.js";
import { addMonths, civil, type Day, type Days, daysBetween, monthOf, oneDay, quarterOf, weekOf, yearOf } from "./civil.js";
import { type Clock, NOTHING, type Reading, type Reference, reading } from "./expression.js";

export type Unit = "minute" | "hour" | "day" | "weekend" | "week" | "fortnight" | "month" | "quarter" | "year" | "decade" | "century";
/** A number, or the nearest and the farthest that an open count reaches. */
export type Count = number | readonly [near: number, far: number];
/** "A couple of" and "a few", as in reference §3.6, table A. */
export const COUPLE: Count = [1, 3];
export const FEW: Count = [2, 5];

/** Months in the units that have any. */
const MONTHS: Partial<Readonly<Record<Unit, number>>> = { month: 1, quarter: 3, year: 12, decade: 120, century: 1200 };
/** Years 1–9999 leave room for fewer days than this; larger counts are out of range at once. */
const MAX_DAYS = 4_000_000;

/** Days in the units that are counted in days; a month of an open count has 30, as in the reference. */
const UNIT_DAYS: Readonly<Record<Unit, number>> = {
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  weekend: 7,
  week: 7,
  fortnight: 14,
  month: 30,
  quarter: 91,
  year: 365,
  decade: 3652,
  century: 36_525,
};

const precisionOf = (unit: Unit): DatePrecision => {
  if (unit === "month" || unit === "quarter" || unit === "year") return unit;
  if (unit === "decade" || unit === "century") return "year";
  return unit === "week" || unit === "fortnight" ? "week" : "day";
};

/** `today` moved by a number of units; halves of months are 15 days, of years six months, of weeks three days. */
function moved(today: Day, count: number, unit: Unit): Day | null {
  const months = MONTHS[unit];
  if (Math.abs(count) > MAX_DAYS) return null;
  if (months === undefined) return today + Math.trunc(count * UNIT_DAYS[unit]);
  const whole = Math.trunc(count * months);
  const day = addMonths(today, whole);
  return day === null ? null : day + Math.round((count * months - whole) * 30);
}

function openCount(today: Day, [near, far]: readonly [number, number], unit: Unit, direction: 1 | -1): Days | null {
  const from = direction < 0 ? -far : near;
  const to = direction < 0 ? -near : far;
  if (MONTHS[unit] === undefined || unit === "month") {
    return daysBetween(today + from * UNIT_DAYS[unit], today + to * UNIT_DAYS[unit], precisionOf(unit));
  }
  const first = moved(today, from, unit);
  const last = moved(today, to, unit);
  if (first === null || last === null) return null;
  const start = yearOf(civil(first).year);
  const end = yearOf(civil(last).year);
  return start && end && daysBetween(start.first, end.last, "year");
}

/**
 * The days that lie `count` units away. Days are exact. Larger units are meant loosely, so the window is as wide as the unit: a week is the
 * seven days around that day, a month, quarter or year is the calendar's; a half ("half a year ago") is the month around it. Open counts are
 * the ranges of reference §3.6. Null outside the years 1–9999.
 */
export function countedFrom(today: Day, count: Count, unit: Unit, direction: 1 | -1): Days | null {
  if (typeof count !== "number") return openCount(today, count, unit, direction);
  const day = moved(today, direction * count, unit);
  if (day === null || daysBetween(day, day, "day") === null) return null;
  if (unit === "day") return oneDay(day);
  if (unit === "week" || unit === "fortnight") return daysBetween(day - 3, day + 3, "week");
  if (unit === "weekend") {
    const week = weekOf(day);
    return week && daysBetween(week.first + 5, week.last, "day");
  }
  const { year, month } = civil(day);
  if (unit === "month") return Number.isInteger(count) ? monthOf(year, month) : daysBetween(day - 7, day + 7, "month");
  if (unit === "quarter") return quarterOf(year, Math.ceil(month / 3));
  if (!Number.isInteger(count)) return monthOf(year, month);
  if (unit === "year") return count === 1 ? yearAgo(day) : yearOf(year);
  return daysBetween(day - 365, day + 365, "year");
}

/** "A year ago" is meant to the season: the three months to either side of the day. */
const yearAgo = (day: Day): Days | null => daysBetween(day - 91, day + 91, "quarter");

/** What half a unit is counted in. */
const SMALLER: Readonly<Record<Unit, Unit>> = {
  minute: "minute",
  hour: "hour",
  day: "day",
  weekend: "day",
  week: "day",
  fortnight: "week",
  month: "week",
  quarter: "month",
  year: "month",
  decade: "year",
  century: "year",
};

/** The days from so many units back until today, or from today so many on; today included. Open counts take their far end. */
export function rolling(today: Day, count: Count, unit: Unit, direction: 1 | -1): Days | null {
  const reach = typeof count === "number" ? count : count[1];
  const day = moved(today, direction * reach, unit);
  if (day === null) return null;
  const precision = precisionOf(reach < 1 ? SMALLER[unit] : unit);
  return direction < 0 ? daysBetween(day, today, precision) : daysBetween(today, day, precision);
}

/** A moment so many hours or minutes away: the day it falls on and the stretch of the clock. Open counts name the day only. */
export function minutesFrom(reference: Reference, count: Count, unit: "minute" | "hour", direction: 1 | -1): Reading {
  const minutes = (typeof count === "number" ? count : count[1]) * (unit === "hour" ? 60 : 1);
  if (minutes > MAX_DAYS * 1440) return NOTHING;
  const total = reference.minute + direction * Math.round(minutes);
  const shift = Math.floor(total / 1440);
  const days = oneDay(reference.today + shift);
  if (days === null) return NOTHING;
  const from = total - shift * 1440;
  const isExact = unit === "minute" || !Number.isInteger(count);
  const start = isExact ? from : Math.floor(from / 60) * 60;
  const clock: Clock = { from: start, to: start + (isExact ? 1 : 60), precision: isExact ? "minute" : "hour" };
  return typeof count === "number" ? reading(days, { clock }) : reading(days);
}
