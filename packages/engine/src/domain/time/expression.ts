/**
 * What every language's rules produce: the words of a text that name a time, and the days they name.
 * Rules find atoms ("5 May", "last year", "上周"); `compose.ts` joins them ("5 May last year", "since 5 May", "from 3 to 5 May").
 */

import type { DatePrecision } from "../memory.js";
import { civil, type Day, type Days, daysBetween, monthOf, monthsFrom, oneDay, quarterOf, validDay, weekOf, yearOf } from "./civil.js";

/** From the most exact to the least. */
export const PRECISIONS: readonly DatePrecision[] = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];

/** The moment that relative words are counted from, on the speaker's own calendar. */
export interface Reference {
  readonly today: Day;
  /** Minutes since midnight on the speaker's clock. */
  readonly minute: number;
  /** A query asks about the past; a statement ("event") may also announce. */
  readonly mode: "query" | "event";
  /** Where an open date ("in August", "on Friday") lies: a reading leans one way as a whole, `leaned.ts` picks per sentence. */
  readonly lean: "past" | "future";
  /** How `5/7/2023` is read. */
  readonly dayFirst: boolean;
}

/** Something that comes back every year, month or week: `at` gives its days within the one that starts on `start`, or null if it has none. */
export interface Cycle {
  readonly per: "year" | "month" | "week";
  readonly at: (start: Day) => Days | null;
}

/** A stretch of the speaker's clock within a day, in minutes since midnight; `to` excluded. */
export interface Clock {
  readonly from: number;
  readonly to: number;
  readonly precision: DatePrecision;
}

/** What a rule read. */
export interface Reading {
  /** Null: the words are spoken for but name no window (recurring, out of range, a boundary). */
  readonly days: Days | null;
  /** Present while the words leave open which year, month or week is meant. */
  readonly cycle?: Cycle;
  /** The year, month or week that was named with it, so that its neighbour in a range can share it. */
  readonly container?: Days;
  readonly clock?: Clock;
  /** Ranks below every other expression: "now", "today" as filler. */
  readonly weak?: boolean;
}

/** A reading and where it stands in the text. `to` is excluded. */
export interface Found extends Reading {
  readonly from: number;
  readonly to: number;
}

export interface Rule {
  /** With the flag `g`. */
  readonly pattern: RegExp;
  /** Null: not a time after all; the words stay free for other rules. */
  readonly read: (match: RegExpExecArray, reference: Reference) => Reading | null;
}

/** Rules that all need one of some words: where `hint` finds none, none of them matches, and none is even compiled. */
export interface RuleSet {
  /** Without the flag `g`. */
  readonly hint: RegExp;
  readonly rules: readonly Rule[];
}

/** The words are spoken for and name no window. */
export const NOTHING: Reading = { days: null };

export const reading = (days: Days | null, more: Omit<Reading, "days"> = {}): Reading => ({ days, ...more });

/** The start of the year, month or week that holds the day, moved by `shift` of them. Null outside the years 1–9999. */
export function containerStart(per: Cycle["per"], day: Day, shift: number): Day | null {
  if (per === "week") return weekOf(day, shift)?.first ?? null;
  const { year, month } = civil(day);
  return (per === "year" ? yearOf(year + shift) : monthOf(year, month + shift))?.first ?? null;
}

/** How far to look for an occurrence; nine covers 29 February across a century that is no leap year. */
const MAX_STEPS = 9;

export type Choice = "past" | "last" | "this" | "next" | "coming";

/**
 * Which occurrence of a cycle is meant.
 * `past`: the latest that has begun (a bare weekday: before today, for who means today says so). `last`: the latest that is over. `this`: the one
 * in the current year, month or week. `next`: the earliest that begins after today; of a weekday, the one in the next ISO week. `coming`: the
 * earliest that is not over yet.
 */
export function occurrence(cycle: Cycle, today: Day, choice: Choice): Days | null {
  const at = (shift: number): Days | null => {
    const start = containerStart(cycle.per, today, shift);
    return start === null ? null : cycle.at(start);
  };
  if (choice === "this") {
    const around = [at(0), at(-1)].find((days) => days && days.first <= today && days.last >= today);
    return around ?? at(0);
  }
  const isWeekly = cycle.per === "week";
  if (choice === "next" && isWeekly) return at(1);
  const backward = choice === "past" || choice === "last";
  for (let step = -1; step <= MAX_STEPS; step++) {
    const days = at(backward ? -step : step);
    if (days === null) continue;
    if (choice === "past" && (isWeekly ? days.first < today || (days.first < today && days.precision !== "day") : days.first <= today))
      return days;
    if (choice === "last" && days.last < today) return days;
    if (choice === "next" && days.first > today) return days;
    if (choice === "coming" && (isWeekly ? days.first > today : days.last >= today)) return days;
  }
  return null;
}

/** An open date: the occurrence that the reference leans to, with the cycle kept for a container that may follow. */
export function open(cycle: Cycle, reference: Reference): Reading {
  return { days: occurrence(cycle, reference.today, reference.lean === "past" ? "past" : "coming"), cycle };
}

/** A date that says which occurrence it means ("last Friday"). */
export function chosen(cycle: Cycle, reference: Reference, choice: Choice): Reading {
  return { days: occurrence(cycle, reference.today, choice) };
}

/** An occurrence in a year that was named. */
export function inYear(cycle: Cycle, year: number): Reading {
  const container = yearOf(year);
  return container ? { days: cycle.at(container.first), container } : NOTHING;
}

export const weekdayCycle = (isoWeekday: number): Cycle => ({
  per: "week",
  at: (monday) => ({ first: monday + isoWeekday - 1, last: monday + isoWeekday - 1, precision: "day" }),
});

export const weekendCycle: Cycle = { per: "week", at: (monday) => ({ first: monday + 5, last: monday + 6, precision: "day" }) };

export const monthCycle = (month: number): Cycle => ({ per: "year", at: (start) => monthOf(yearAt(start), month) });

export const yearAt = (day: Day): number => civil(day).year;

/** A day of the year; null in a year that does not have it. */
export const dateCycle = (month: number, day: number, lastDay = day): Cycle => ({
  per: "year",
  at: (start) => {
    const first = validDay(yearAt(start), month, day);
    const last = validDay(yearAt(start), month, lastDay);
    return first === null || last === null ? null : daysBetween(first, last, "day");
  },
});

/** A day of the month; null in a month that does not have it. */
export const dayOfMonthCycle = (day: number): Cycle => ({
  per: "month",
  at: (start) => {
    const { year, month } = civil(start);
    const found = validDay(year, month, day);
    return found === null ? null : oneDay(found);
  },
});

export const quarterCycle = (quarter: number): Cycle => ({ per: "year", at: (start) => quarterOf(yearAt(start), quarter) });

/** 1 = January–June, 2 = July–December. */
export const halfCycle = (half: number): Cycle => ({
  per: "year",
  at: (start) => monthsFrom(yearAt(start), half === 1 ? 1 : 7, 6, "quarter"),
});

export type Season = "spring" | "summer" | "autumn" | "winter";
const SEASON_START: Readonly<Record<Season, number>> = { spring: 3, summer: 6, autumn: 9, winter: 12 };

/** Meteorological seasons of the northern hemisphere: spring = March–May, …; the winter of a year begins in its December. */
export const seasonCycle = (season: Season): Cycle => ({
  per: "year",
  at: (start) => monthsFrom(yearAt(start), SEASON_START[season], 3, "quarter"),
});
