/** The English words that times are made of, as pieces of regular expressions, and what they stand for. */

import type { Season } from "./expression.js";

/**
 * Letters of the scripts whose words the rules border on. Spelled as ranges and read without the `u` flag: `\\p{L}` without regard to case makes
 * each pattern a hundred times larger, and compiling all of them took 0.3 s on the first question.
 */
export const LETTER = "a-z\\u00c0-\\u024f\\u0400-\\u052f";

/** Where a word or number may begin and end: not inside an identifier, a path, a version or a longer number. */
export const START = `(?<![${LETTER}\\d_./:#@$€£~-])`;
export const END = `(?![${LETTER}\\d_]|[-/:.]\\d)`;
/** A word's own borders, where hyphens may touch it ("mid-May", "May-June"). */
export const WORD = `(?<![${LETTER}\\d_])`;
export const WORD_END = `(?![${LETTER}\\d_])`;

const MONTH_NAMES = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
export const MONTH_FULL = MONTH_NAMES.join("|");
/** Long and short names. A short one may carry a dot. */
export const MONTH = `(?:${MONTH_FULL}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?:\\.|${WORD_END}))${WORD_END}`;

/** 1–12; the first three letters tell. */
export function englishMonth(name: string): number {
  return MONTH_NAMES.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;
}

/** Months whose names are also verbs, adjectives or people. They need an introducing word when they stand alone. */
export const isAmbiguousMonth = (name: string): boolean => /^(?:mar|mar\.|march|may|april|june|august|jan|dec|sep)$/i.test(name);

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
export const WEEKDAY_FULL = WEEKDAYS.join("|");
export const WEEKDAY_SHORT = "(?:mon|tues?|weds?|thurs?|thu|fri|sat|sun)\\.?";
export const WEEKDAY = `(?:${WEEKDAY_FULL}|${WEEKDAY_SHORT})${WORD_END}`;

/** ISO weekday, 1 = Monday. */
export function englishWeekday(name: string): number {
  return WEEKDAYS.findIndex((day) => day.startsWith(name.slice(0, 3).toLowerCase())) + 1;
}

export const SEASON = "spring(?:time)?|summer(?:time)?|autumn|fall|winter(?:time)?";
export function englishSeason(name: string): Season {
  const word = name.toLowerCase();
  return word.startsWith("sp") ? "spring" : word.startsWith("su") ? "summer" : word.startsWith("w") ? "winter" : "autumn";
}

const SMALL = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ORDINALS = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
  "eleventh",
  "twelfth",
  "thirteenth",
  "fourteenth",
  "fifteenth",
  "sixteenth",
  "seventeenth",
  "eighteenth",
  "nineteenth",
  "twentieth",
];
const SMALL_PATTERN = SMALL.slice(1).join("|");
const TENS_PATTERN = TENS.join("|");
const DIGIT_ORDINALS = ORDINALS.slice(0, 9).join("|");

/** A count: `3`, `1.5`, `three`, `twenty-one`, `a hundred`, `ten thousand`, `a`. */
export const NUMBER = `(?:\\d{1,9}(?:\\.5)?|(?:(?:${TENS_PATTERN})(?:[- ](?:${SMALL_PATTERN}))?|${SMALL_PATTERN}|an?)(?:\\s+(?:dozen|hundred|thousand|million))?)`;

/** The value of what `NUMBER` matched. */
export function englishNumber(text: string): number {
  let value = 0;
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    const small = SMALL.indexOf(word);
    const ten = TENS.indexOf(word);
    if (/^\d/.test(word)) value += Number(word);
    else if (small >= 0) value += small;
    else if (ten >= 0) value += (ten + 2) * 10;
    else if (word === "a" || word === "an") value += 1;
    else value *= { dozen: 12, hundred: 100, thousand: 1000, million: 1_000_000 }[word] ?? 1;
  }
  return value;
}

export const ORDINAL_WORD = `(?:(?:twenty|thirty)[- ](?:${DIGIT_ORDINALS})|${ORDINALS.join("|")}|thirtieth)`;
/** A day of the month: `5`, `5th`, `fifth`. `45` is read too, and then names no day. */
export const DAY_NUMBER = `\\d{1,2}(?:\\s?(?:st|nd|rd|th))?(?![${LETTER}\\d])`;
export const DAY_OF_MONTH = `(?:${DAY_NUMBER}|${ORDINAL_WORD}${WORD_END})`;

/** The value of an ordinal or day of the month. */
export function englishOrdinal(text: string): number {
  if (/^\d/.test(text)) return Number.parseInt(text, 10);
  const words = text.toLowerCase().split(/[\s-]+/);
  const last = words[words.length - 1] ?? "";
  if (last === "thirtieth") return 30;
  return ORDINALS.indexOf(last) + 1 + (words.length > 1 ? (words[0] === "thirty" ? 30 : 20) : 0);
}

/** Words behind a number that make it an amount ("march 5 miles", "in 2023 tokens"). */
export const NOT_AN_AMOUNT =
  "(?!\\s*(?:%|(?:tokens?|words?|chars?|characters?|lines?|rows?|items?|users?|people|persons?|requests?|calls?|bytes?|kb|mb|gb|ms|miles?|km|kilomet(?:er|re)s?|meters?|metres?|kg|pounds?|lbs|steps?|times|pages?|files?|points?|percent|dollars?|usd|euros?|eur|bucks|hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|years?|copies|units|pieces|tickets|errors|tests)\\b))";

/** A year behind a date: `2023`, `'23`. It is no year when a longer number, a unit or a percent sign follows. */
export const YEAR_BEHIND = `(?:\\d{4}|['’]\\d{2})(?![${LETTER}\\d_%]|[-/:.,]\\d)`;

/** Two digits lie in the hundred years that end twenty after the reference. */
export function fullYear(text: string, currentYear: number): number {
  const digits = text.replace(/[^0-9]/g, "");
  if (digits.length !== 2) return Number(digits);
  const year = Math.floor(currentYear / 100) * 100 + Number(digits);
  return year > currentYear + 20 ? year - 100 : year;
}

/** Years that a bare number may name (reference §3.6): a port or an amount rarely falls in it and behind an introducing word too. */
export const isPlausibleYear = (year: number, currentYear: number): boolean => year >= currentYear - 120 && year <= currentYear + 20;
