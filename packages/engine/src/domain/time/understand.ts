/** From a text to the expressions of time in it: one pass for queries and statements, in every language. */

import type { Moment } from "../memory.js";
import { CHINESE_DATES } from "./chinese-dates.js";
import { CHINESE_RELATIVE } from "./chinese-relative.js";
import { toSimplified } from "./chinese-words.js";
import { dayOf, minuteOfDay } from "./civil.js";
import { compose, scan } from "./compose.js";
import { ENGLISH_DATES } from "./english-dates.js";
import { ENGLISH_RELATIVE } from "./english-relative.js";
import { EUROPEAN, type European } from "./european.js";
import type { Found, Reference, Rule } from "./expression.js";
import { NUMERIC_DATES } from "./numeric-dates.js";

const ENGLISH: readonly Rule[] = [...ENGLISH_DATES, ...ENGLISH_RELATIVE];
const CHINESE: readonly Rule[] = [...CHINESE_DATES, ...CHINESE_RELATIVE];
/** Every English rule needs one of these. A word that goes on ("market") passes too: it costs time, never an answer. */
const ENGLISH_HINT =
  /\b(?:yesterday|today|tonight|tomorrow|now|night|evening|morning|afternoon|other|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|wks?|weekends?|weekdays|fortnights?|months?|mos?|quarters?|q[1-4]|h[12]|years?|yrs?|decades?|centur(?:y|ies)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|spring|summer|autumn|fall|winter|new year|christmas|xmas|boxing|hallow|valentine|(?:st\.?|saint) patrick|april|juneteenth|independence|veterans|easter|good friday|thanksgiving|black|labou?r|memorial|mother|father|sixties|seventies|eighties|nineties|kw|cw)|\d[05]s\b|\d{4}|half|\d(?:st|nd|rd|th)\b/iu;
const DIGIT = /\d/;
const HAN = /\p{Script=Han}/u;

export function referenceAt(moment: Moment, mode: Reference["mode"], lean: Reference["lean"]): Reference {
  return { today: dayOf(moment), minute: minuteOfDay(moment), mode, lean, dayFirst: false };
}

const isEuropean = (language: string | null): language is European => language !== null && Object.hasOwn(EUROPEAN, language);

/**
 * The expressions of time in a text, in its order. A rule set runs only when one of the words it needs occurs, so that most texts cost a few
 * searches. `language` (ISO 639-1) saves the others; null tries all.
 */
export function expressions(text: string, reference: Reference, language: string | null): readonly Found[] {
  if (isEuropean(language)) {
    const own = run(text, { ...reference, dayFirst: true }, [...NUMERIC_DATES, ...EUROPEAN[language].rules]);
    if (own.length > 0) return own;
  }
  const isHan = HAN.test(text);
  const folded = isHan ? toSimplified(text) : text;
  const others = language === "en" ? [] : (Object.keys(EUROPEAN) as European[]).filter((one) => EUROPEAN[one].hint.test(folded));
  const isEnglish = ENGLISH_HINT.test(folded);
  const rules = [
    ...(DIGIT.test(folded) ? NUMERIC_DATES : []),
    ...(isEnglish ? ENGLISH : []),
    ...(isHan ? CHINESE : []),
    ...others.flatMap((one) => EUROPEAN[one].rules),
  ];
  return rules.length === 0 ? [] : run(folded, { ...reference, dayFirst: !isEnglish && others.length > 0 }, rules);
}

/** What somebody usually does at Christmas names no Christmas. */
const HABIT = /\b(?:usually|normally|always|often|typically|generally|habitually|tends?\s+to)\b|通常|一般|总是|经常|平时|往往|常常/iu;
const SENTENCE_END = /[.!?。！？\n]/u;

/** The sentence around an expression. A dot inside it ("Sept. 5") may cut it short, which costs a hint, no more. */
export function sentenceAround(text: string, found: Found): string {
  let from = found.from;
  while (from > 0 && !SENTENCE_END.test(text[from - 1] ?? "")) from--;
  let to = found.to;
  while (to < text.length && !SENTENCE_END.test(text[to] ?? "")) to++;
  return text.slice(from, to);
}

const withoutHabits = (text: string, list: readonly Found[]): readonly Found[] =>
  HABIT.test(text)
    ? list.map((found) => (found.cycle && HABIT.test(sentenceAround(text, found)) ? { ...found, days: null } : found))
    : list;

const run = (text: string, reference: Reference, rules: readonly Rule[]): readonly Found[] =>
  withoutHabits(text, compose(text, scan(text, rules, reference), reference));
