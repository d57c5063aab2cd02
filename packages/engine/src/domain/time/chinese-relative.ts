/**
 * Chinese times that count from the moment of speaking: 昨天, 三天前, 上周三, 过去两个月. The families of reference §3.6; traditional script is folded
 * beforehand. Instead of a list of words that may follow, each rule names what may not (周期, 前端), because 上周吃了什么 must count too; only bare
 * weekdays, which also begin names, ask for a follower.
 */

import {
  AFTER_WEEKDAY,
  chineseNumber,
  chineseWeekday,
  NOT_AGO,
  NOT_LATER,
  NUMBER,
  OPEN_NUMBER,
  openCount,
  SHIFT,
  shiftOf,
  UNIT,
  unitOf,
} from "./chinese-words.js";
import { addMonths, civil, monthOf, oneDay, weekOf } from "./civil.js";
import { NOTHING, open, type Reading, type Reference, type Rule, reading, weekdayCycle, weekendCycle } from "./expression.js";
import { type Count, countedFrom, minutesFrom, rolling } from "./offset.js";

const rule = (source: string, read: Rule["read"]): Rule => ({ pattern: new RegExp(source, "g"), read });

const DAY_OFFSETS: Readonly<Record<string, number>> = {
  大大前天: -4,
  大前天: -3,
  大前日: -3,
  前天: -2,
  前日: -2,
  前晚: -2,
  昨天: -1,
  昨日: -1,
  昨儿: -1,
  昨晚: -1,
  昨夜: -1,
  今天: 0,
  今日: 0,
  今儿: 0,
  今早: 0,
  今晨: 0,
  今晚: 0,
  今夜: 0,
  明天: 1,
  明日: 1,
  明儿: 1,
  明早: 1,
  明晚: 1,
  后天: 2,
  后日: 2,
  后晚: 2,
  大后天: 3,
  大大后天: 4,
};

const DAYS: readonly Rule[] = [
  rule(
    `(?<![目之提以从先午空史])(${Object.keys(DAY_OFFSETS)
      .sort((a, b) => b.length - a.length)
      .join("|")})(?![性赋免])`,
    (m, r) => reading(oneDay(r.today + DAY_OFFSETS[m[1]!]!)),
  ),
  rule("(去年|前年|明年|上个?月|上个?周|上个?星期)的?(今天|今日|此时|这个?时候)", (m, r) => {
    const months = { 去年: -12, 前年: -24, 明年: 12 }[m[1]!] ?? (/月/.test(m[1]!) ? -1 : 0);
    const day = months === 0 ? r.today - 7 : addMonths(r.today, months);
    if (day === null) return NOTHING;
    const { year, month } = civil(day);
    return reading(/今/.test(m[2]!) ? oneDay(day) : Math.abs(months) >= 12 ? monthOf(year, month) : weekOf(day));
  }),
  rule("刚才|刚刚|现在|目前", (_, r) => (r.mode === "event" ? reading(oneDay(r.today), { weak: true }) : null)),
];

/** 三天, 两个半月, 一年多: the count of a match whose groups are number, open number, "half more", unit and "half" behind the unit. */
function countOf(number: string | undefined, opened: string | undefined, half: string | undefined): Count {
  if (opened !== undefined) return openCount(opened);
  const value = number === "半" ? 0.5 : chineseNumber(number ?? "");
  return half === undefined ? value : value + 0.5;
}

function offset(m: RegExpExecArray, r: Reference, direction: 1 | -1): Reading {
  const unit = unitOf(m[4]!);
  const isQuarterHour = /刻/.test(m[4]!);
  const counted = countOf(m[1], m[2], m[3] ?? m[5]);
  const count = isQuarterHour && typeof counted === "number" ? counted * 15 : counted;
  return unit === "minute" || unit === "hour"
    ? minutesFrom(r, count, unit, direction)
    : reading(countedFrom(r.today, count, unit, direction));
}

const COUNT = `(?:(?!${OPEN_NUMBER})(${NUMBER}|半)|(${OPEN_NUMBER}))`;
const MORE = "(?:个?多|来)?";
/** No digit, year or month may stand before a count: 2020年三天 is no count of its own. */
const NO_NUMBER_BEFORE = "(?<![\\d一二两三四五六七八九十百千万第每])";
const AGO = `(?:之前|以前|前${NOT_AGO})`;
const LATER = `(?:之后|以后|后${NOT_LATER})`;

const COUNTED: readonly Rule[] = [
  // 三天前 · 两个半月以前 · 半年前 · 一年多前 · 几天前
  rule(`${NO_NUMBER_BEFORE}${COUNT}(个半)?${MORE}(${UNIT}|(?<=半)月|(?<=多)月)(半)?多?${AGO}`, (m, r) => {
    // 2020年前 is "before 2020", not an age ago.
    return /^\d{4}$/.test(m[1] ?? "") && m[4] === "年" ? NOTHING : offset(m, r, -1);
  }),
  rule(`${NO_NUMBER_BEFORE}${COUNT}(个半)?${MORE}(${UNIT}|(?<=半)月)(半)?多?${LATER}`, (m, r) =>
    /^\d{4}$/.test(m[1] ?? "") && m[4] === "年" ? NOTHING : offset(m, r, 1),
  ),
  // 前两天 · 前几个月 · 前些日子
  rule(`(?<![之以提目从空])前${COUNT}()(${UNIT})(?!的?内)`, (m, r) => {
    const count = countOf(m[1], m[2], undefined);
    const range = typeof count !== "number" ? count : ([1, count === 2 ? 3 : count] as const);
    return reading(countedFrom(r.today, range, unitOf(m[4]!), -1));
  }),
  // 过去三天 · 最近几周 · 近半年 · 这两天 · 三年来
  rule(`(?:(?:过去|最近|近|刚过去|这)的?这?|上(?!半))${COUNT}(个半)?个?(${UNIT}|月)(半)?(?:以来|之内|以内|里|内|间|来)?`, (m, r) => {
    const isSingle = m[1] === "一" && /^(?:这|上)/.test(m[0]);
    return isSingle || (m[4] === "月" && m[1] !== "半" && !/个月/.test(m[0]))
      ? null
      : reading(rolling(r.today, countOf(m[1], m[2], m[3] ?? m[5]), unitOf(m[4]!), -1));
  }),
  rule(`${NO_NUMBER_BEFORE}(?!\\d{4}年)(${NUMBER})(${UNIT})(?:以来|来(?![自到了说看回]))`, (m, r) =>
    reading(rolling(r.today, chineseNumber(m[1]!), unitOf(m[2]!), -1)),
  ),
  rule(`(?:未来|接下来|今后|往后|将来)的?${COUNT}(个半)?个?(${UNIT}|月)(半)?(?:之内|以内|里|内|间)?`, (m, r) =>
    reading(rolling(r.today, countOf(m[1], m[2], m[3] ?? m[5]), unitOf(m[4]!), 1)),
  ),
];

const WEEKDAY_CHARACTERS = "[一二三四五六日天1-7]";

const WEEKS: readonly Rule[] = [
  // 上周三 · 下个星期天 · 本周末
  rule(`(${SHIFT})(?:周|星期|礼拜)(?:(${WEEKDAY_CHARACTERS})(?!\\d)|(末))`, (m, r) => {
    const week = weekOf(r.today, shiftOf(m[1]!));
    if (week === null) return NOTHING;
    const cycle = m[3] === undefined ? weekdayCycle(chineseWeekday(m[2]!)) : weekendCycle;
    // 上周末 on a Monday is the weekend that has just passed, which is the previous ISO week's too.
    return reading(cycle.at(week.first), { container: week });
  }),
  rule(`(${SHIFT})(?:周|星期|礼拜)(?![期围边年刊报长岁转一二三四五六日天末1-7])`, (m, r) => reading(weekOf(r.today, shiftOf(m[1]!)))),
  rule(
    `(?<![上下这本当每一二两三四五六七八九十几\\d半姓叫“‘《"])(?:周(?=[^天])|星期|礼拜)(${WEEKDAY_CHARACTERS})${AFTER_WEEKDAY}`,
    (m, r) => open(weekdayCycle(chineseWeekday(m[1]!)), r),
  ),
  rule("(?<![上下这本每那个次])周末", (_, r) => open(weekendCycle, r)),
];

/** 每周一, 每天, 逢年过节, 天天: what comes back names no window. */
const RECURRING: readonly Rule[] = [
  rule(
    "每[逢隔到当一]?[一两二三四五六七八九十几\\d]*个?(?:天|日|周末|周|星期|礼拜|月|年|季度|早上|晚上|早|晚|春天|夏天|秋天|冬天|小时|分钟)(?:的?第?[一二三四五六日天末](?![天个月年])|的?\\d{1,2}[号日]|[初底末])?(?:前后|左右)?",
    () => NOTHING,
  ),
  rule("每逢?[逢到]?(?:节假日|工作日|双休日)|逢年过节|天天|年年|月月|周周", () => NOTHING),
];

export const CHINESE_RELATIVE: readonly Rule[] = [...DAYS, ...COUNTED, ...WEEKS, ...RECURRING];
