/** The months that a question names, for the ranking's month bonus. */

import { toSimplified } from "./chinese-words.js";
import { readable } from "./choose.js";
import { englishMonth, isAmbiguousMonth, MONTH, WORD, WORD_END } from "./english-words.js";
import { EUROPEAN_WORDS } from "./european.js";

export interface NamedMonth {
  /** 1–12 */
  readonly month: number;
  /** The year named with it, or null. */
  readonly year: number | null;
}

/** Longer questions are read up to here. */
const MAX_LENGTH = 2000;

const YEAR_BEHIND = "(?:,?\\s*(?:of\\s+|de[l]?\\s+|di\\s+)?(\\d{4})(?!\\d))?";
const DAY_AHEAD = "(?:(\\d{1,2}(?:st|nd|rd|th)?)\\.?\\s+(?:of\\s+|de\\s+)?)?";
const DAY_BEHIND = "(?:\\s+(?:the\\s+)?(\\d{1,2}(?:st|nd|rd|th)?)(?![\\d:]))?";
/** A name that is also another word counts behind one of these, with a year, or beside an ordinal; capitalised also beside a day. */
const INTRO = "(in|during|since|of|until|till|last|next|early|late|mid|before|after|between|from)[\\s-]+";
const ENGLISH = new RegExp(`${WORD}(?:${INTRO})?${DAY_AHEAD}(${MONTH})${DAY_BEHIND}${YEAR_BEHIND}`, "gi");
const ISO = /(?<![a-zà-ɏ\d_./-])(\d{4})[-/.](0?[1-9]|1[0-2])[-/.]\d{1,2}(?![a-zà-ɏ\d_/-])/gu;
const CHINESE = /(?:(\d{4})年\s*)?(?<![\d个每第半])(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?![经亮球薪票饼兽天])/gu;
const CHINESE_MONTHS = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

/** Short names that are also words of other languages: they count behind a preposition or beside a number. */
const EUROPEAN = Object.values(EUROPEAN_WORDS).map((words) => ({
  names: words.months.map((name) => new RegExp(`^(?:${name})$`, "i")),
  pattern: new RegExp(
    `${WORD}(?:(?:${words.monthIntro})\\s+|d['’])?(\\d{1,2}(?:er|\\.|º)?\\s+(?:de\\s+)?)?(${words.months.map((name) => `(?:${name})`).join("|")})${WORD_END}${YEAR_BEHIND}`,
    "gi",
  ),
}));

/** Each month once per year it is named with, in the order of the text; months that only follow from relative words ("last month") are not named. */
export function namedMonths(query: string): readonly NamedMonth[] {
  const text = toSimplified(readable(query, MAX_LENGTH));
  const found: (NamedMonth & { readonly at: number })[] = [];
  const add = (month: number, year: string | undefined, at: number): void => {
    if (month < 1 || month > 12) return;
    const named = { month, year: year === undefined ? null : Number(year), at };
    if (!found.some((other) => other.at === at || (other.month === month && other.year === named.year))) found.push(named);
  };
  for (const m of text.matchAll(ENGLISH)) {
    const [, intro, ahead, name = "", behind, year] = m;
    const isWord = isAmbiguousMonth(name.replace(".", "")) && intro === undefined && year === undefined;
    const isOrdinal = /\d\D/.test(`${ahead ?? ""} ${behind ?? ""}`.trim());
    const hasDay = ahead !== undefined || behind !== undefined;
    if (!isWord || isOrdinal || (hasDay && /^[A-Z]/.test(name))) add(englishMonth(name), year, m.index + m[0].indexOf(name));
  }
  for (const m of text.matchAll(ISO)) add(Number(m[2]), m[1], m.index);
  for (const m of text.matchAll(CHINESE)) add(/^\d/.test(m[2]!) ? Number(m[2]) : CHINESE_MONTHS.indexOf(m[2]!) + 1, m[1], m.index);
  for (const { names, pattern } of EUROPEAN) {
    for (const m of text.matchAll(pattern)) {
      const name = m[2]!;
      const isAlone = m[0].trim() === name;
      const isShort = name.length <= 5;
      if (!(isAlone && isShort)) add(names.findIndex((one) => one.test(name)) + 1, m[3], m.index + m[0].lastIndexOf(name));
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ month, year }) => ({ month, year }));
}
