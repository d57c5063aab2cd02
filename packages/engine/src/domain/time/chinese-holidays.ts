/** Days that have a name in Chinese: on fixed dates, and those of the lunar calendar. */

import { type Day, dayNumber, daysBetween, MS_PER_DAY, oneDay } from "./civil.js";
import { type Cycle, dateCycle, yearAt } from "./expression.js";

/** The Chinese calendar of ICU; the days are read in UTC, so the process zone does not matter. */
const LUNAR = new Intl.DateTimeFormat("en-u-ca-chinese", { month: "numeric", day: "numeric", timeZone: "UTC" });
/** ICU computes beyond it, but tables and rules agree only here. */
const LUNAR_YEARS = { first: 1900, last: 2100 };

/** Where the first day of a lunar month may lie in the solar year, in days from 1 January: month 1 begins 21 January – 20 February. */
const lunarNewYears = new Map<number, Day | null>();

function isLunar(day: Day, month: number, dayOfMonth: number): boolean {
  const parts = LUNAR.formatToParts(day * MS_PER_DAY);
  const value = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  return value("month") === String(month) && value("day") === String(dayOfMonth);
}

function lunarNewYear(year: number): Day | null {
  if (year < LUNAR_YEARS.first || year > LUNAR_YEARS.last) return null;
  const known = lunarNewYears.get(year);
  if (known !== undefined) return known;
  let day: Day | null = null;
  for (let candidate = dayNumber(year, 1, 20); day === null && candidate <= dayNumber(year, 2, 22); candidate++) {
    if (isLunar(candidate, 1, 1)) day = candidate;
  }
  lunarNewYears.set(year, day);
  return day;
}

/** The day of a lunar date in a solar year: 29 or 30 days a month from new year on, a leap month possible before. */
function lunar(month: number, dayOfMonth: number): Cycle {
  return {
    per: "year",
    at: (start) => {
      const newYear = lunarNewYear(yearAt(start));
      if (newYear === null) return null;
      const earliest = newYear + (month - 1) * 29 + dayOfMonth - 1;
      for (let day = earliest; day <= earliest + 36 + month; day++) if (isLunar(day, month, dayOfMonth)) return oneDay(day);
      return null;
    },
  };
}

const dayBeforeNewYear: Cycle = {
  per: "year",
  at: (start) => {
    const day = lunarNewYear(yearAt(start));
    return day === null ? null : oneDay(day - 1);
  },
};

/** 4 or 5 April; the rule of thumb for 2000–2099 (day = ⌊0.2422·y + 4.81⌋ − ⌊y/4⌋ with y the last two digits). */
const qingming: Cycle = {
  per: "year",
  at: (start) => {
    const year = yearAt(start);
    const y = year % 100;
    if (year < 2000 || year > 2099) return null;
    const day = dayNumber(year, 4, Math.floor(0.2422 * y + 4.81) - Math.floor(y / 4));
    return daysBetween(day, day, "day");
  },
};

const NUMERAL_BEFORE = "(?<![一二三四五六七八九十\\d第])";

export const CHINESE_HOLIDAYS: readonly (readonly [string, Cycle])[] = [
  ["元旦节?", dateCycle(1, 1)],
  ["(?:春节|大年初一|农历新年)", lunar(1, 1)],
  ["(?:除夕夜?|大年三十|年三十)", dayBeforeNewYear],
  ["元宵节?(?!节)", lunar(1, 15)],
  ["清明节", qingming],
  ["端午节?(?!节)", lunar(5, 5)],
  ["七夕节?(?!节)", lunar(7, 7)],
  ["中秋节?(?!节)", lunar(8, 15)],
  ["重阳节", lunar(9, 9)],
  ["情人节", dateCycle(2, 14)],
  ["(?:三八节|妇女节)", dateCycle(3, 8)],
  ["愚人节", dateCycle(4, 1)],
  [`${NUMERAL_BEFORE}五一长?假期?`, dateCycle(5, 1, 5)],
  [`(?:${NUMERAL_BEFORE}五一(?:劳动节|节|期间)|(?<=年)五一(?![二三四五六七八九十零〇\\d])|劳动节)`, dateCycle(5, 1)],
  ["(?:五四)?青年节", dateCycle(5, 4)],
  ["(?:六一)?儿童节|六一节", dateCycle(6, 1)],
  ["教师节", dateCycle(9, 10)],
  ["(?:国庆节?(?:期间)?|(?<=年)十一(?!月))", dateCycle(10, 1)],
  ["(?:国庆节?长?假期?|国庆黄金周|十一(?:长?假期?|黄金周))", dateCycle(10, 1, 7)],
  ["万圣节", dateCycle(10, 31)],
  ["双十一|双11", dateCycle(11, 11)],
  ["(?:平安夜|圣诞夜)", dateCycle(12, 24)],
  ["圣诞节?(?![树老歌卡夜])", dateCycle(12, 25)],
  ["跨年夜?", dateCycle(12, 31)],
];
