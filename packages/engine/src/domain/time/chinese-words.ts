/** Chinese words that times are made of: numbers, units, and one spelling for simplified and traditional script. */

import type { Count, Unit } from "./offset.js";
import { FEW } from "./offset.js";

const TRADITIONAL =
  "週後禮號個兩這來過內時點鐘開間現從幾聖誕國慶勞動節歲剛當農曆陽曆萬將離為還餘夠雙貳參紀兒給變麼們嗎學會說話買賣見東語長";
const SIMPLIFIED = "周后礼号个两这来过内时点钟开间现从几圣诞国庆劳动节岁刚当农历阳历万将离为还余够双二三纪儿给变么们吗学会说话买卖见东语长";

/** One character for one, so that positions stay. Only what the rules read is folded. */
const FOLD = new Map([...TRADITIONAL].map((character, index) => [character, [...SIMPLIFIED][index]!]));
const FOLDABLE = new RegExp(`[${TRADITIONAL}]`, "gu");
export const toSimplified = (text: string): string => text.replace(FOLDABLE, (character) => FOLD.get(character) ?? character);

const DIGITS = "零一二三四五六七八九";
const digit = (character: string): number => (character === "〇" ? 0 : character === "两" ? 2 : DIGITS.indexOf(character));

/** A count in digits or characters. */
export const NUMBER = "(?:\\d{1,7}(?:\\.5)?|[一二两三四五六七八九十百千万]{1,7})";

/** The value of Arabic digits or of Chinese numerals up to the ten thousands: 十五, 二十一, 一百, 两千. Years digit by digit: 二〇二四. */
export function chineseNumber(text: string): number {
  if (/^[\d.]+$/.test(text)) return Number(text);
  if (!/[十百千万]/.test(text)) return [...text].reduce((value, character) => value * 10 + Math.max(0, digit(character)), 0);
  let total = 0;
  let section = 0;
  let current = 0;
  for (const character of text) {
    const factor = { 十: 10, 百: 100, 千: 1000, 万: 10_000 }[character];
    if (factor === undefined) {
      current = Math.max(0, digit(character));
    } else if (factor === 10_000) {
      total += (section + current || 1) * factor;
      section = 0;
      current = 0;
    } else {
      section += (current || 1) * factor;
      current = 0;
    }
  }
  return total + section + current;
}

/** 几天, 数周, 好几个月, 两三年, 十几天: counts that are left open. */
export const OPEN_NUMBER = "(?:好?几十?|数|若干|些|一两|两三|三四|三五|四五|五六|六七|七八|八九|十几|十来|几十)";

/** How far an open count reaches. */
export function openCount(text: string): Count {
  if (/^(?:十几|十来)$/.test(text)) return [11, 19];
  if (/几十$/.test(text)) return [20, 90];
  if (/^[一二两三四五六七八九]{2}$/u.test(text)) return [digit(text[0]!), digit(text[1]!)];
  return FEW;
}

export const UNIT = "(?:分钟|刻钟|个?小时|个?钟头|天|日|个?周末|个?周|个?星期|个?礼拜|个月|个?季度|年|个?世纪)";

export function unitOf(word: string): Unit {
  if (/分|刻/.test(word)) return "minute";
  if (/时|钟头/.test(word)) return "hour";
  if (/[天日]$/u.test(word)) return "day";
  if (word.endsWith("周末")) return "weekend";
  if (/周|星期|礼拜/.test(word)) return "week";
  if (word.endsWith("月")) return "month";
  if (word.endsWith("季度")) return "quarter";
  return word.endsWith("世纪") ? "century" : "year";
}

/** ISO weekday of 一 … 六, 日, 天 or 1–7. */
export const chineseWeekday = (character: string): number => (/[日天]/u.test(character) ? 7 : chineseNumber(character));

/** What 前 and 后 begin when they are no "ago" and "later": 前端, 后台, 后来 … */
export const NOT_AGO = "(?![端台提言任沿锋者列辈夕往进面景途卫线方])";
export const NOT_LATER = "(?![端台面续代果悔勤卫门缀期半来])";

/**
 * Chinese writes no word borders, and 周三 also begins the name 周三丰. A bare weekday counts at the end, before punctuation, digits or Latin
 * letters, and before the words that usually follow a time.
 */
export const AFTER_WEEKDAY =
  "(?=$|[^一-鿿]|[的我你他她它您咱大在去有是做干吃见和跟与到至早晚上下中凌开要会那来说没都也就了买发及还因为什么谁哪几前后晨夜之以起当又再才我们讨参学写看跑打聚出])";

/** 上, 上上个, 这个, 本, 下个: before a week, month, quarter or season. */
export const SHIFT = "上上上个?|上上个?|上一?个?|这一?个?|本|当|下一?个?|下下个?";
/** −1 for each 上, +1 for each 下. */
export const shiftOf = (word: string): number => (word.match(/上/gu)?.length ?? 0) * -1 + (word.match(/下/gu)?.length ?? 0);
