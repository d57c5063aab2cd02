/** Dates in digits, the same in every language: 2024-05-07, 2024-05-07T14:30Z, 5/7/2023, 07.05.2023. */

import { civil, type Day, isoWeek, oneDay, validDay, yearOf } from "./civil.js";
import { fullYear, isPlausibleYear, LETTER, START } from "./english-words.js";
import {
  type Clock,
  dateCycle,
  inYear,
  monthCycle,
  NOTHING,
  open,
  type Reading,
  type Rule,
  type RuleSet,
  reading,
  yearAt,
} from "./expression.js";

const rule = (source: string, read: Rule["read"]): Rule => ({ pattern: new RegExp(source, "gi"), read });

/** No digit, separator or letter of a longer identifier may follow. */
const STOP = `(?![${LETTER}\\d_/]|[-.:][${LETTER}\\d])`;
const TIME = "(?:[Tt ]\\s*(\\d{1,2}):(\\d{2})(?::\\d{2}(?:[.,]\\d+)?)?(?:\\s?(?:Z|UTC|GMT|[+-]\\d{2}:?\\d{2}))?)?";

function clock(hour: string | undefined, minute: string | undefined): Clock | null {
  const from = Number(hour) * 60 + Number(minute);
  return hour !== undefined && Number(hour) < 24 && Number(minute) < 60 ? { from, to: from + 1, precision: "minute" } : null;
}

function day(value: Day | null, hour: string | undefined, minute: string | undefined): Reading {
  const at = clock(hour, minute);
  const container = value === null ? null : yearOf(civil(value).year);
  return value === null ? NOTHING : reading(oneDay(value), { ...(container ? { container } : {}), ...(at ? { clock: at } : {}) });
}

const RULES: readonly Rule[] = [
  // 2024-05-07 · 2024/5/7 · 2024.05.07, with a time
  rule(`${START}(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}${STOP}`, (m) => {
    const value = validDay(Number(m[1]), Number(m[3]), Number(m[4]));
    // A version or a number in three parts is no date; one that looks like a date but is not in the calendar names no time.
    return value === null && (Number(m[3]) > 12 || Number(m[4]) > 31) && m[2] !== "-" ? null : day(value, m[5], m[6]);
  }),
  // 07.05.2023 and 5/7/2023: day first with dots; with slashes or dashes as the reference says, unless only one order is possible
  rule(`${START}(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})(?:,?${TIME})${STOP}`, (m, r) => {
    if (m[4]!.length === 2 && m[2] !== "/") return null;
    const [a, b] = [Number(m[1]), Number(m[3])];
    const isDayFirst = m[2] === "." || a > 12 || (r.dayFirst && b <= 12);
    const [d, month] = isDayFirst ? [a, b] : [b, a];
    if (month > 12 || d > 31) return null;
    return day(validDay(fullYear(m[4]!, yearAt(r.today)), month, d), m[5], m[6]);
  }),
  // on 5/7 · am 7.5.
  rule(`(?<=\\b(?:on|by|since|until|before|after|from)\\s+)(\\d{1,2})/(\\d{1,2})(?![${LETTER}\\d/.%-])`, (m, r) => {
    const [a, b] = [Number(m[1]), Number(m[2])];
    const [d, month] = a > 12 || (r.dayFirst && b <= 12) ? [a, b] : [b, a];
    return month >= 1 && month <= 12 && d >= 1 && d <= 31 ? open(dateCycle(month, d), r) : null;
  }),
  // 2024-W23 (ISO 8601)
  rule(`${START}(\\d{4})-?W(\\d{2})(?:-?([1-7]))?${STOP}`, (m) => {
    const days = isoWeek(Number(m[1]), Number(m[2]));
    if (days === null) return NOTHING;
    return reading(m[3] === undefined ? days : oneDay(days.first + Number(m[3]) - 1), { container: days });
  }),
  // 05/2023
  rule(`${START}(0[1-9]|1[0-2])/(\\d{4})${STOP}`, (m, r) => {
    const year = Number(m[2]);
    return isPlausibleYear(year, yearAt(r.today)) ? inYear(monthCycle(Number(m[1])), year) : null;
  }),
  // in 2024-05
  rule(`(?<=\\b(?:in|during|since|until|before|after|from|to|for|of)\\s+)(\\d{4})-(0[1-9]|1[0-2])(?![${LETTER}\\d_/-]|[.:]\\d)`, (m) =>
    inYear(monthCycle(Number(m[2])), Number(m[1])),
  ),
];

export const NUMERIC_DATES: RuleSet = { hint: /\d[-/.]\d|\dW\d|\d-W/i, rules: RULES };
