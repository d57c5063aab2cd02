/** English dates of the calendar: days, months, quarters, seasons, holidays and years that are named. */

import { easterSunday, isoWeek, monthsFrom, nthWeekday, oneDay, yearOf } from "./civil.js";
import {
  DAY_NUMBER,
  DAY_OF_MONTH,
  END,
  englishMonth,
  englishNumber,
  englishOrdinal,
  englishSeason,
  fullYear,
  isAmbiguousMonth,
  isPlausibleYear,
  LETTER,
  MONTH,
  MONTH_FULL,
  NOT_AN_AMOUNT,
  NUMBER,
  SEASON,
  START,
  WEEKDAY,
  WEEKDAY_FULL,
  WORD,
  WORD_END,
  YEAR_BEHIND,
} from "./english-words.js";
import {
  type Choice,
  type Cycle,
  chosen,
  containerStart,
  dateCycle,
  halfCycle,
  inYear,
  monthCycle,
  NOTHING,
  occurrence,
  open,
  quarterCycle,
  type Reading,
  type Reference,
  type Rule,
  type RuleSet,
  reading,
  seasonCycle,
  yearAt,
} from "./expression.js";

const rule = (source: string, read: Rule["read"]): Rule => ({ pattern: new RegExp(source, "gi"), read });

const DASH = "\\s*(?:-|–|—|to|and|&|through|thru|until|till)\\s*";

/** An occurrence in the named year, or the one the reference leans to. */
function dated(cycle: Cycle, year: string | undefined, reference: Reference): Reading {
  return year === undefined ? open(cycle, reference) : inYear(cycle, fullYear(year, yearAt(reference.today)));
}

const CHOICES: Readonly<Record<string, Choice>> = {
  last: "last",
  past: "last",
  previous: "last",
  this: "this",
  next: "next",
  coming: "coming",
};
const CHOICE = "last|past|previous|this|next|coming";
/** "last summer", "this May": the occurrence that the word picks. */
const picked = (cycle: Cycle, word: string, reference: Reference): Reading =>
  chosen(cycle, reference, CHOICES[word.toLowerCase()] ?? "past");

/** "at least 5 may fail", "their second march": a small may or march that is a word goes on with one, or has no "of" before it. */
function isVerb(month: string, m: RegExpExecArray): boolean {
  if (month !== "may" && month !== "march") return false;
  if (/\bof\s+\S+$/i.test(m[0]) || /\d(?:st|nd|rd|th)/i.test(m[0])) return false;
  const behind = m.input.slice(m.index + m[0].length);
  return (
    !/^(?:\s*$|\s*[.,;:!?)]|\s+(?:at|in|on|and|to|with|for|from|was|is|did|we|i|she|he|they|you|it|the)\b)/i.test(behind) ||
    /^\D/.test(m[1]!)
  );
}

const DAYS: readonly Rule[] = [
  // 5 May 2023 · the 5th of May · Friday, 5 May · 3 to 5 June 2023
  rule(
    `${START}(?:${WEEKDAY},?\\s+)?(?:the\\s+)?(${DAY_OF_MONTH})(?:${DASH}(?:the\\s+)?(${DAY_OF_MONTH}))?(?:\\s+of|\\s+day\\s+of)?[\\s-]*(${MONTH})(?:[,\\s-]*(?:of\\s+)?(${YEAR_BEHIND}))?`,
    (m, r) => {
      if (isVerb(m[3]!, m) && m[4] === undefined) return null;
      const first = englishOrdinal(m[1]!);
      return dated(dateCycle(englishMonth(m[3]!), first, m[2] === undefined ? first : englishOrdinal(m[2])), m[4], r);
    },
  ),
  // May 5, 2023 · May 5th · May the fifth · May 5-7
  rule(
    `${WORD}(?:${WEEKDAY},?\\s+)?(${MONTH})\\s*(?:the\\s+)?(${DAY_NUMBER}|(?<=the\\s+)${DAY_OF_MONTH})(?!:\\d|\\.\\d)(?:${DASH}(?:the\\s+)?(${DAY_OF_MONTH}))?${NOT_AN_AMOUNT}(?:,?\\s*(?:of\\s+)?(${YEAR_BEHIND})${NOT_AN_AMOUNT})?`,
    (m, r) => {
      const first = englishOrdinal(m[2]!);
      return dated(dateCycle(englishMonth(m[1]!), first, m[3] === undefined ? first : englishOrdinal(m[3])), m[4], r);
    },
  ),
];

const MONTH_INTRO = `(?:in|during|since|throughout|until|till|through|early|late|mid|before|after|between|from|the month of|(?:beginning|start|middle|end|half|weeks?|days?|weekend|all|most|part|${WEEKDAY_FULL})\\s+of)`;

const INTRODUCED = /\b(?:between|in|during|from|since|of)\s+(?:early\s+|late\s+|mid[-\s])?$/i;
const INTRODUCED_PAIR = /\b(?:between|in|during|from|since|of)\s+(?:early\s+|late\s+|mid[-\s])?\w+\.?\s+and\s+$/i;

const MONTHS: readonly Rule[] = [
  // May 2023 · Sept. of '23
  rule(`${WORD}(${MONTH})[,\\s-]*(?:of\\s+|in\\s+)?(${YEAR_BEHIND})${NOT_AN_AMOUNT}`, (m, r) =>
    dated(monthCycle(englishMonth(m[1]!)), m[2], r),
  ),
  // in May · since early September · mid-May · the end of May
  rule(`(?<=${WORD}${MONTH_INTRO}[\\s-]+(?:(?:early|late|mid|about|around|the)[\\s-]+)?)(${MONTH})(?![-'’][${LETTER}])`, (m, r) =>
    open(monthCycle(englishMonth(m[1]!)), r),
  ),
  // March to May: each gives the other away; with "and" only behind a word that introduces them, for April and May are also people
  rule(`${WORD}(${MONTH})(?=\\s*(-|–|—|to|and|through|until|till)\\s*(?:early\\s+|late\\s+|mid[-\\s])?${MONTH})`, (m, r) =>
    /and/i.test(m[2]!) && isAmbiguousMonth(m[1]!) && !INTRODUCED.test(m.input.slice(0, m.index))
      ? null
      : open(monthCycle(englishMonth(m[1]!)), r),
  ),
  rule(`(?<=${MONTH}\\s*(?:-|–|—|to|and|through|until|till)\\s*(?:early\\s+|late\\s+|mid[-\\s])?)(${MONTH})`, (m, r) => {
    const before = m.input.slice(0, m.index);
    return /\band\s+$/i.test(before) && isAmbiguousMonth(m[1]!) && !INTRODUCED_PAIR.test(before)
      ? null
      : open(monthCycle(englishMonth(m[1]!)), r);
  }),
  // last May · next December; "this may be", "this march" as words
  rule(`${WORD}(${CHOICE})\\s+(${MONTH})`, (m, r) => {
    const isWord = /^(?:may|march|mar)$/.test(m[2]!) && /^(?:this|past)$/i.test(m[1]!);
    return isWord ? null : picked(monthCycle(englishMonth(m[2]!)), m[1]!, r);
  }),
  // October alone, when the name is nothing else
  rule(`${WORD}(${MONTH_FULL})${WORD_END}`, (m, r) => (isAmbiguousMonth(m[1]!) ? null : open(monthCycle(englishMonth(m[1]!)), r))),
];

const QUARTER_NAMES = "first|second|third|fourth|last|1st|2nd|3rd|4th";
const quarterNumber = (word: string): number => (/^last$/i.test(word) ? 4 : englishOrdinal(word));

const QUARTERS: readonly Rule[] = [
  // Q3 2024 · 2024 Q3 · Q3
  rule(`${WORD}q([1-4])(?:[\\s/,-]*(?:of\\s+|in\\s+)?(${YEAR_BEHIND}))?${WORD_END}`, (m, r) => dated(quarterCycle(Number(m[1])), m[2], r)),
  rule(`${START}(\\d{4})[\\s/-]?q([1-4])${WORD_END}`, (m, r) => dated(quarterCycle(Number(m[2])), m[1], r)),
  rule(
    `${WORD}(${QUARTER_NAMES})\\s+quarter(?:\\s+(?:of\\s+|in\\s+)?(${YEAR_BEHIND}))?${WORD_END}(?!\\s+(?:of|in)\\s+[${LETTER}])`,
    (m, r) => (/^last$/i.test(m[1]!) && m[2] === undefined ? null : dated(quarterCycle(quarterNumber(m[1]!)), m[2], r)),
  ),
  rule(`${WORD}(${QUARTER_NAMES})\\s+quarter(?=\\s+of\\s+(?:last|this|next)\\s+year)`, (m, r) =>
    open(quarterCycle(quarterNumber(m[1]!)), r),
  ),
  // H1 2024 · the second half of 2023
  rule(`${WORD}h([12])[\\s/-]*(${YEAR_BEHIND})`, (m, r) => dated(halfCycle(Number(m[1])), m[2], r)),
];

const SEASONS: readonly Rule[] = [
  // last summer
  rule(`${WORD}(${CHOICE})\\s+(${SEASON})${WORD_END}(?!\\s+(?:of\\s+)?\\d)`, (m, r) => picked(seasonCycle(englishSeason(m[2]!)), m[1]!, r)),
  // summer 2023 · the spring of '22
  rule(`${WORD}(${SEASON}),?\\s+(?:of\\s+|in\\s+)?(${YEAR_BEHIND})`, (m, r) => dated(seasonCycle(englishSeason(m[1]!)), m[2], r)),
  // in spring · over the summer; not Spring Boot
  rule(
    `(?<=${WORD}(?:in|during|over|since|throughout|until|of)\\s+(?:the\\s+)?(?:early\\s+|late\\s+)?)(${SEASON})${WORD_END}(?!\\s+(?:boot|framework|mvc|cloud|security|data|batch|onions?|rolls?|clean\\w*|of\\s+(?!last|this|next|\\d)\\w+|behind|apart|short|through|off|down|out))`,
    (m, r) =>
      /^fall$/i.test(m[1]!) && !/\bthe\s+(?:early\s+|late\s+)?$/i.test(m.input.slice(0, m.index))
        ? null
        : open(seasonCycle(englishSeason(m[1]!)), r),
  ),
  // summer last year
  rule(`${WORD}(${SEASON})(?=\\s+(?:of\\s+)?(?:last|this|next)\\s+year)`, (m, r) => open(seasonCycle(englishSeason(m[1]!)), r)),
];

const yearly = (at: (year: number) => number | null): Cycle => ({
  per: "year",
  at: (start) => {
    const day = at(yearAt(start));
    return day === null ? null : oneDay(day);
  },
});

/** Days that have a name: on fixed dates, and the movable ones of the United States and the western church. */
const HOLIDAYS: readonly (readonly [string, Cycle])[] = [
  ["new year['’]?s eve", dateCycle(12, 31)],
  ["new year['’]?s(?: day)?|new year day", dateCycle(1, 1)],
  ["christmas eve|xmas eve", dateCycle(12, 24)],
  ["christmas(?: day)?|xmas", dateCycle(12, 25)],
  ["boxing day", dateCycle(12, 26)],
  ["hallowe['’]?en", dateCycle(10, 31)],
  ["(?:st\\.? )?valentine['’]?s(?: day)?", dateCycle(2, 14)],
  ["(?:st\\.?|saint) patrick['’]?s(?: day)?", dateCycle(3, 17)],
  ["april fools?['’]?s?(?: day)?", dateCycle(4, 1)],
  ["juneteenth", dateCycle(6, 19)],
  ["independence day", dateCycle(7, 4)],
  ["veterans['’]? day", dateCycle(11, 11)],
  ["easter(?: sunday)?", yearly(easterSunday)],
  ["easter monday", yearly((year) => easterSunday(year) + 1)],
  ["good friday", yearly((year) => easterSunday(year) - 2)],
  ["thanksgiving(?: day)?", yearly((year) => nthWeekday(year, 11, 4, 4))],
  [
    "black friday",
    yearly((year) => {
      const thursday = nthWeekday(year, 11, 4, 4);
      return thursday === null ? null : thursday + 1;
    }),
  ],
  ["labou?r day", yearly((year) => nthWeekday(year, 9, 1, 1))],
  ["memorial day", yearly((year) => nthWeekday(year, 5, 1, -1))],
  ["mother['’]?s['’]? day", yearly((year) => nthWeekday(year, 5, 7, 2))],
  ["father['’]?s['’]? day", yearly((year) => nthWeekday(year, 6, 7, 3))],
];

const HOLIDAY = HOLIDAYS.map(([name]) => name).join("|");
const holidayCycles = HOLIDAYS.map(([name, cycle]) => ({ whole: new RegExp(`^(?:${name})$`, "i"), cycle }));
const holiday = (name: string): Cycle => (holidayCycles.find(({ whole }) => whole.test(name)) ?? holidayCycles[0]!).cycle;
const NOT_A_HOLIDAY = "(?!\\s+(?:songs?|trees?|movies?|music|decorations?|carols?|cards?|theme))";

const HOLIDAY_RULES: readonly Rule[] = [
  rule(`${WORD}(${CHOICE})\\s+(${HOLIDAY})${WORD_END}`, (m, r) => picked(holiday(m[2]!), m[1]!, r)),
  rule(`${WORD}(${HOLIDAY}),?\\s+(?:of\\s+|in\\s+)?(${YEAR_BEHIND})`, (m, r) => dated(holiday(m[1]!), m[2], r)),
  rule(
    `(?<=${WORD}(?:on|at|for|over|during|since|by|until|before|after|around|this past|(?:last|this|next)\\s+year['’]s)\\s+)(${HOLIDAY})${WORD_END}${NOT_A_HOLIDAY}`,
    (m, r) => open(holiday(m[1]!), r),
  ),
  // A name that says day or eve needs no other word.
  rule(`${WORD}(${HOLIDAY})(?<=\\b(?:day|eve))${WORD_END}`, (m, r) => open(holiday(m[1]!), r)),
  rule(`${WORD}(${HOLIDAY})(?=\\s+(?:morning|afternoon|evening|night|dinner|lunch|weekend)${WORD_END})`, (m, r) => open(holiday(m[1]!), r)),
  rule(`${WORD}(${HOLIDAY})(?=,?\\s+(?:of\\s+)?(?:last|this|next)\\s+year)`, (m, r) => open(holiday(m[1]!), r)),
];

const YEAR_INTRO = "in|during|throughout|year|of the year|back in|early|late|mid|end of|beginning of|start of|middle of|half of";
/** These introduce amounts as well ("after 2000 iterations"), so no plural may follow the number. */
const WEAK_YEAR_INTRO = "since|until|till|by|before|after|whole|entire|all of|most of|from|between|around|circa";
const NOT_A_PLURAL =
  "(?!\\s+(?!(?:was|is|has|his|does|as|us|this|its|always|perhaps|vs)\\b)[a-z]+s\\b|\\s*[x×]\\s?\\d|\\s+(?:and|to)\\s+\\d+\\s+[a-z]+s\\b)";
/** A four-digit year that stands for itself: no part of a longer number, date, version or amount. */
const YEAR = `(\\d{4})(?![${LETTER}\\d_%]|[-/:.,]\\d|-[${LETTER}]|['’]s\\s+\\d)${NOT_AN_AMOUNT}`;

function year(text: string, reference: Reference): Reading | null {
  const value = Number(text);
  return isPlausibleYear(value, yearAt(reference.today)) ? reading(yearOf(value)) : null;
}

const YEARS: readonly Rule[] = [
  rule(`(?<=${WORD}(?:${YEAR_INTRO})[\\s-]+(?:(?:early|late|mid|about|around|the|the year|year)[\\s-]+)?)${YEAR}`, (m, r) =>
    year(m[1]!, r),
  ),
  rule(
    `(?<=${WORD}(?:${WEAK_YEAR_INTRO})\\s+(?:(?:early|late|mid|about|around|the|the year|year)[\\s-]+)?)${YEAR}${NOT_A_PLURAL}`,
    (m, r) => year(m[1]!, r),
  ),
  // the best of 2023
  rule(`(?<=${WORD}of\\s+)${YEAR}(?=\\s*(?:$|[?!.,;:)]))`, (m, r) => year(m[1]!, r)),
  // from 2019 to 2021 · in 2019–2021
  rule(
    `(?<=${WORD}(?:in|from|between|during|since)\\s+\\d{4}\\s*(?:-|–|—|to|and|until|till|through)\\s*)(\\d{4})(?![${LETTER}\\d_%]|[-/:.]\\d)${NOT_AN_AMOUNT}`,
    (m, r) => year(m[1]!, r),
  ),
  rule(`(?<=${WORD}(?:in|from|between|during)\\s+)(\\d{4})(?=\\s*[-–—]\\s*\\d{4}(?![${LETTER}\\d_%-]))`, (m, r) => year(m[1]!, r)),
  // the 1990s · the nineties
  rule(`${WORD}(?:the|early|late|mid)[\\s-]+(?:(?:early|late|mid)[\\s-]+)?(?:(\\d{3})0|['’]?([2-9])0)['’]?s${WORD_END}`, (m, r) => {
    const first = m[1] === undefined ? 1900 + Number(m[2]) * 10 : Number(m[1]) * 10;
    return isPlausibleYear(first, yearAt(r.today)) ? reading(monthsFrom(first, 1, 120, "year")) : null;
  }),
  rule(`${WORD}the\\s+(?:(?:early|late|mid)[\\s-]+)?(sixties|seventies|eighties|nineties)${WORD_END}`, (m) =>
    reading(monthsFrom({ si: 1960, se: 1970, ei: 1980, ni: 1990 }[m[1]!.slice(0, 2).toLowerCase()] ?? 1990, 1, 120, "year")),
  ),
];

const WEEKS: readonly Rule[] = [
  // week 23 of 2024 (ISO 8601: week 1 holds 4 January)
  rule(`${WORD}(?:calendar\\s+)?(?:week|kw|cw)\\s*(\\d{1,2})(?:\\s+of|\\s+in|,|/)?\\s+(\\d{4})${END}`, (m, r) => {
    const days = isoWeek(fullYear(m[2]!, yearAt(r.today)), Number(m[1]));
    return days ? reading(days) : NOTHING;
  }),
];

const SEASONS_AGO: readonly Rule[] = [
  rule(`${WORD}(?:(${NUMBER})\\s+(${SEASON})s?\\s+ago|the\\s+(${SEASON})\\s+before\\s+last)${WORD_END}`, (m, r) => {
    const cycle = seasonCycle(englishSeason((m[2] ?? m[3])!));
    const last = occurrence(cycle, r.today, "last");
    const back = m[1] === undefined ? 1 : englishNumber(m[1]) - 1;
    const start = last && containerStart("year", last.first, -back);
    return start === null ? NOTHING : reading(cycle.at(start));
  }),
];

export const ENGLISH_DATES: readonly RuleSet[] = [
  { hint: /(?<![a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i, rules: [...DAYS, ...MONTHS] },
  { hint: /quarter|(?<![a-z])(?:q[1-4]|h[12])/i, rules: QUARTERS },
  { hint: /spring|summer|autumn|fall|winter/i, rules: [...SEASONS, ...SEASONS_AGO] },
  { hint: new RegExp(HOLIDAY, "i"), rules: HOLIDAY_RULES },
  { hint: /\d{4}|\d0['’]?s|(?:six|seven|eigh|nine)ties/i, rules: [...YEARS, ...WEEKS] },
];
