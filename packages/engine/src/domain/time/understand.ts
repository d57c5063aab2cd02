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
import type { Found, Reference, RuleSet } from "./expression.js";
import { NUMERIC_DATES } from "./numeric-dates.js";

const ENGLISH: readonly RuleSet[] = [...ENGLISH_DATES, ...ENGLISH_RELATIVE];
/** The characters that Chinese times are made of: every rule needs one. */
const CHINESE: RuleSet = {
  hint: /[天日昨今明前后晚早夜去年月周末星期礼拜号季春夏秋冬暑最近过未来以刚现目时刻元除宵清端七中重情妇愚劳青儿教国万双平圣跨每逢qQ]/,
  rules: [...CHINESE_DATES, ...CHINESE_RELATIVE],
};
const HAN = /\p{Script=Han}/u;

export function referenceAt(moment: Moment, mode: Reference["mode"], lean: Reference["lean"]): Reference {
  return { today: dayOf(moment), minute: minuteOfDay(moment), mode, lean, dayFirst: false };
}

const isEuropean = (language: string | null): language is European => language !== null && Object.hasOwn(EUROPEAN, language);

/**
 * The expressions of time in a text, in its order. A rule set runs only when one of the words it needs occurs, so that most texts cost a few
 * searches. `language` (ISO 639-1) says whose rules come first; null tries all that have a hint.
 */
export function expressions(text: string, reference: Reference, language: string | null): readonly Found[] {
  if (isEuropean(language)) {
    const own = run(text, { ...reference, dayFirst: true }, [NUMERIC_DATES, EUROPEAN[language]]);
    if (own.length > 0) return own;
  }
  const isHan = HAN.test(text);
  const folded = isHan ? toSimplified(text) : text;
  const english = ENGLISH.filter(({ hint }) => hint.test(folded));
  const european = language === "en" ? [] : Object.values(EUROPEAN).filter(({ hint }) => hint.test(folded));
  const dayFirst = english.length === 0 && european.length > 0;
  return run(folded, { ...reference, dayFirst }, [NUMERIC_DATES, ...english, ...(isHan ? [CHINESE] : []), ...european]);
}

/** All rule sets, for the test that their hints leave nothing out. */
export const RULE_SETS: readonly RuleSet[] = [NUMERIC_DATES, ...ENGLISH, CHINESE, ...Object.values(EUROPEAN)];

/** What somebody usually does at Christmas names no Christmas. */
const HABIT = /\b(?:usually|normally|always|often|typically|generally|habitually|tends?\s+to)\b|通常|一般|总是|经常|平时|往往|常常/i;
const SENTENCE_END = /[.!?。！？\n]/u;

/** How far a sentence is looked at to either side, in characters. */
const SENTENCE_REACH = 240;

/** The sentence around an expression. A dot inside it ("Sept. 5") may cut it short, which costs a hint, no more. */
export function sentenceAround(text: string, found: Found): string {
  let from = found.from;
  while (from > 0 && found.from - from < SENTENCE_REACH && !SENTENCE_END.test(text[from - 1] ?? "")) from--;
  let to = found.to;
  while (to < text.length && to - found.to < SENTENCE_REACH && !SENTENCE_END.test(text[to] ?? "")) to++;
  return text.slice(from, to);
}

const withoutHabits = (text: string, list: readonly Found[]): readonly Found[] =>
  HABIT.test(text)
    ? list.map((found) => (found.cycle && HABIT.test(sentenceAround(text, found)) ? { ...found, days: null } : found))
    : list;

function run(text: string, reference: Reference, sets: readonly RuleSet[]): readonly Found[] {
  const rules = sets.filter(({ hint }) => hint.test(text)).flatMap((set) => set.rules);
  return rules.length === 0 ? [] : withoutHabits(text, compose(text, scan(text, rules, reference), reference));
}
