/** The months that a question names, for the ranking's month bonus. */

import { englishMonth, isAmbiguousMonth, MONTH, WORD } from "./english-words.js";

export interface NamedMonth {
  /** 1–12 */
  readonly month: number;
  /** The year named with it, or null. */
  readonly year: number | null;
}

const MAX_LENGTH = 2000;

/** A month in any of the languages, with the number of its name. Ambiguous English names count behind an introducing word or beside a number. */
const ENGLISH = new RegExp(
  `${WORD}(?:(in|during|since|of|until|till|last|next|early|late|mid|before|after|between|and|from|to|through)[\\s-]+)?(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?(${MONTH})(?:\\.?\\s*(?:\\d{1,2}(?:st|nd|rd|th)?(?![\\d:]))?,?\\s*(?:of\\s+)?(\\d{4})?(?!\\d))?`,
  "giu",
);
const ISO = /(?<![\p{L}\p{N}_./-])(\d{4})[-/.](0?[1-9]|1[0-2])[-/.]\d{1,2}(?![\p{L}\p{N}_/-])/gu;
const CHINESE = /(?:(\d{4})年\s*)?(?<![\d个])(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?!经|亮|球|薪|票|饼|兽|天)/gu;
const CHINESE_MONTHS = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];

export function namedMonths(query: string): readonly NamedMonth[] {
  const text = query.slice(0, MAX_LENGTH).normalize("NFKC");
  const found: NamedMonth[] = [];
  const add = (month: number, year: string | undefined): void => {
    const named = { month, year: year === undefined ? null : Number(year) };
    if (month >= 1 && month <= 12 && !found.some((other) => other.month === named.month && other.year === named.year)) found.push(named);
  };
  for (const m of text.matchAll(ENGLISH)) {
    const hasNumber = m[2] !== undefined || /\d/.test(m[0]);
    if (!isAmbiguousMonth(m[3]!) || m[1] !== undefined || hasNumber) add(englishMonth(m[3]!), m[4]);
  }
  for (const m of text.matchAll(ISO)) add(Number(m[2]), m[1]);
  for (const m of text.matchAll(CHINESE)) add(/^\d/.test(m[2]!) ? Number(m[2]) : CHINESE_MONTHS.indexOf(m[2]!) + 1, m[1]);
  return found;
}
