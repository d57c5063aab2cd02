/** Times in Spanish, Italian, French, German and Russian: one set of rules over a table of words for each. */

import { civil, type Day, type Days, monthOf, oneDay, quarterOf, weekOf, yearOf } from "./civil.js";
import { WORD_END as END, fullYear, isPlausibleYear, LETTER, NOT_AN_AMOUNT, START, WORD } from "./english-words.js";
import {
  type Cycle,
  chosen,
  dateCycle,
  inYear,
  monthCycle,
  NOTHING,
  occurrence,
  open,
  type Reading,
  type Reference,
  type Rule,
  type RuleSet,
  reading,
  type Season,
  seasonCycle,
  weekdayCycle,
  weekendCycle,
  yearAt,
} from "./expression.js";
import { COUPLE, type Count, countedFrom, FEW, minutesFrom, rolling, type Unit } from "./offset.js";
import type { TimeWords } from "./time-words.js";
import { GERMAN, RUSSIAN } from "./words-german-russian.js";
import { FRENCH, ITALIAN, SPANISH } from "./words-romance.js";

const rule = (source: string, read: Rule["read"]): Rule => ({ pattern: new RegExp(source, "gi"), read });
const YEAR = `(\\d{4})(?![${LETTER}\\d_%]|[-/:.,]\\d)${NOT_AN_AMOUNT}`;

const alternatives = (words: readonly string[]): string => words.map((word) => `(?:${word})`).join("|");
const matcher = (words: readonly string[]): ((text: string) => number) => {
  const whole = words.map((word) => new RegExp(`^(?:${word})$`, "i"));
  return (text) => whole.findIndex((pattern) => pattern.test(text));
};

function period(today: Day, unit: "week" | "month" | "quarter" | "year" | "weekend", shift: number): Days | null {
  const { year, month } = civil(today);
  if (unit === "week") return weekOf(today, shift);
  if (unit === "month") return monthOf(year, month + shift);
  if (unit === "quarter") return quarterOf(year, Math.ceil(month / 3) + shift);
  if (unit === "weekend") return occurrence(weekendCycle, today, shift < 0 ? "last" : shift > 0 ? "next" : "this");
  return yearOf(year + shift);
}

const SEASONS: readonly Season[] = ["spring", "summer", "autumn", "winter"];

const dated = (cycle: Cycle, year: string | undefined, reference: Reference): Reading =>
  year === undefined ? open(cycle, reference) : inYear(cycle, fullYear(year, yearAt(reference.today)));

function counting(words: TimeWords): {
  readonly count: string;
  readonly unit: string;
  readonly read: (text: string) => Count;
  readonly unitOf: (text: string) => Unit;
} {
  const isCouple = new RegExp(`^(?:${words.couple})$`, "i");
  const isFew = new RegExp(`^(?:${words.few})$`, "i");
  const numberOf = matcher(words.numbers.map(([pattern]) => pattern));
  const units = Object.entries(words.units) as [Unit, string][];
  const unitAt = matcher(units.map(([, pattern]) => pattern));
  return {
    count: `(?:${words.couple}|${words.few}|\\d{1,7}|${alternatives(words.numbers.map(([pattern]) => pattern))})`,
    unit: `(?:${alternatives(units.map(([, pattern]) => pattern))})`,
    read: (text) => {
      if (isCouple.test(text)) return COUPLE;
      if (isFew.test(text)) return FEW;
      return /^\d/.test(text) ? Number(text) : (words.numbers[numberOf(text)]?.[1] ?? 1);
    },
    unitOf: (text) => units[unitAt(text)]?.[0] ?? "day",
  };
}

/** Named groups are filled in for `#` wherever the pattern has it; in alternatives each needs a name of its own. */
function fill(pattern: string, piece: (index: number) => string): string {
  let index = 0;
  return pattern.replace(/#/g, () => piece(index++));
}
const group = (m: RegExpExecArray, name: string): string => {
  for (const [key, value] of Object.entries(m.groups ?? {})) if (key.startsWith(name) && value !== undefined) return value;
  return "";
};

function rulesOf(words: TimeWords): readonly Rule[] {
  const month = `(?:${alternatives(words.months)})${END}`;
  const monthOfName = matcher(words.months);
  const monthNamed = (name: string): Cycle => monthCycle(monthOfName(name) + 1);
  const weekday = `(?:${alternatives(words.weekdays)})${END}`;
  const weekdayOfName = matcher(words.weekdays);
  const weekdayNamed = (name: string): Cycle => weekdayCycle(weekdayOfName(name) + 1);
  const season = `(?:${alternatives(words.seasons)})${END}`;
  const seasonOfName = matcher(words.seasons);
  const seasonNamed = (name: string): Cycle => seasonCycle(SEASONS[seasonOfName(name)] ?? "summer");
  const { count, unit, read, unitOf } = counting(words);
  const of = words.of === "" ? "\\s+" : `\\s+(?:${words.of}\\s*)?`;

  const offset = (m: RegExpExecArray, r: Reference, direction: 1 | -1): Reading => {
    const kind = unitOf(group(m, "u"));
    const number = group(m, "c") === "" ? 1 : read(group(m, "c"));
    return kind === "minute" || kind === "hour"
      ? minutesFrom(r, number, kind, direction)
      : reading(countedFrom(r.today, number, kind, direction));
  };
  // "неделю назад" has no count.
  const counted = (index: number): string => `(?:(?<c${index}>${count})\\s+)?(?<u${index}>${unit})${END}`;

  return [
    ...words.days.map(([pattern, shift]) => rule(`${WORD}(?:${pattern})${END}`, (_, r) => reading(oneDay(r.today + shift)))),
    rule(`${WORD}(?:${fill(words.ago, counted)})${END}`, (m, r) => offset(m, r, -1)),
    rule(`${WORD}(?:${fill(words.ahead, counted)})${END}`, (m, r) => (r.mode === "query" ? NOTHING : offset(m, r, 1))),
    rule(
      `${WORD}(?:${fill(words.pastSpan, (i) => `(?<c${i}>${count})`).replace(/~/g, (_, at: number) => `(?<u${at}>${unit})${END}`)})`,
      (m, r) => reading(rolling(r.today, read(group(m, "c")), unitOf(group(m, "u")), -1)),
    ),
    rule(`${WORD}(?:${words.every})\\s+(?:${count}\\s+)?${unit}${END}`, () => NOTHING),
    ...words.periods.map(([pattern, kind, shift]) => rule(`${WORD}(?:${pattern})${END}`, (_, r) => reading(period(r.today, kind, shift)))),
    rule(`${WORD}(?:${fill(words.lastWeekday, (i) => `(?<d${i}>${weekday})`)})${END}`, (m, r) =>
      chosen(weekdayNamed(group(m, "d")), r, "past"),
    ),
    rule(`${WORD}(?:${fill(words.nextWeekday, (i) => `(?<d${i}>${weekday})`)})${END}`, (m, r) =>
      chosen(weekdayNamed(group(m, "d")), r, "coming"),
    ),
    rule(`${WORD}(?:${words.weekdayIntro === "el" ? "el\\s+" : words.weekdayIntro})(${weekday})`, (m, r) => open(weekdayNamed(m[1]!), r)),
    rule(`${WORD}(?:${fill(words.lastNamed, (i) => `(?:(?<s${i}>${season})|(?<m${i}>${month}))`)})${END}`, (m, r) => {
      const name = group(m, "s");
      return chosen(name === "" ? monthNamed(group(m, "m")) : seasonNamed(name), r, "last");
    }),
    // 5 de mayo de 2023 · le 5 mai · am 5. Mai 2023 · 5 мая 2023
    rule(
      `${START}(\\d{1,2})(?:er|\\.|º|°)?(?:\\s*(?:-|–|al?|bis|au|по|e|y|et|und)\\s*(\\d{1,2})\\.?)?${of}(${month})(?:[,\\s]*(?:${words.of === "" ? "" : `${words.of}\\s*`})?${YEAR})?`,
      (m, r) => dated(dateCycle(monthOfName(m[3]!) + 1, Number(m[1]), Number(m[2] ?? m[1])), m[4], r),
    ),
    rule(`${WORD}(${month})[,\\s]+(?:${words.of === "" ? "" : `${words.of}\\s*`})?${YEAR}`, (m, r) => dated(monthNamed(m[1]!), m[2], r)),
    rule(`(?<=${WORD}(?:${words.monthIntro})[\\s-]+|d['’])(${month})`, (m, r) => open(monthNamed(m[1]!), r)),
    rule(`${WORD}(${season})[,\\s]+(?:${words.of === "" ? "" : `${words.of}\\s*`})?${YEAR}`, (m, r) => dated(seasonNamed(m[1]!), m[2], r)),
    rule(`(?<=${WORD}(?:en|in|im|au|nel|nell|la|el|l)(?:['’]|\\s+))(${season})`, (m, r) => open(seasonNamed(m[1]!), r)),
    rule(`(?<=${WORD}(?:${words.yearIntro})\\s+)${YEAR}`, (m, r) => {
      const year = Number(m[1]);
      return isPlausibleYear(year, yearAt(r.today)) ? reading(yearOf(year)) : null;
    }),
    rule(`${WORD}(?:${words.christmas})(?:\\s+(?:${words.of === "" ? "" : `${words.of}\\s*`})?${YEAR})?${END}`, (m, r) =>
      dated(dateCycle(12, 25), m[1], r),
    ),
  ];
}

export const EUROPEAN_WORDS = { es: SPANISH, it: ITALIAN, fr: FRENCH, de: GERMAN, ru: RUSSIAN } as const satisfies Record<
  string,
  TimeWords
>;

export type European = keyof typeof EUROPEAN_WORDS;

/** Every rule of a language needs one of these words, or a year behind an introducing word. */
function hintOf(words: TimeWords): RegExp {
  const named = [
    ...words.days.map(([pattern]) => pattern),
    ...words.months,
    ...words.weekdays,
    ...Object.values(words.units),
    ...words.seasons,
    words.christmas,
    words.periodWords,
  ];
  return new RegExp(`${WORD}(?:${alternatives(named)})${END}|${WORD}(?:${words.yearIntro})\\s+\\d{4}`, "i");
}

export const EUROPEAN: Readonly<Record<European, RuleSet>> = {
  es: { hint: hintOf(SPANISH), rules: rulesOf(SPANISH) },
  it: { hint: hintOf(ITALIAN), rules: rulesOf(ITALIAN) },
  fr: { hint: hintOf(FRENCH), rules: rulesOf(FRENCH) },
  de: { hint: hintOf(GERMAN), rules: rulesOf(GERMAN) },
  ru: { hint: hintOf(RUSSIAN), rules: rulesOf(RUSSIAN) },
};
