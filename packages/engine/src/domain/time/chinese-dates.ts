/** Chinese dates of the calendar: years, months, days, their parts, quarters, seasons and holidays. */

import { CHINESE_HOLIDAYS } from "./chinese-holidays.js";
import { chineseNumber, chineseWeekday, SHIFT, shiftOf } from "./chinese-words.js";
import { civil, daysBetween, monthOf, monthsFrom, nthWeekdayIn, oneDay, quarterOf, validDay, yearOf } from "./civil.js";
import { fullYear } from "./english-words.js";
import {
  type Cycle,
  chosen,
  dateCycle,
  dayOfMonthCycle,
  halfCycle,
  monthCycle,
  NOTHING,
  open,
  quarterCycle,
  type Reading,
  type Rule,
  reading,
  seasonCycle,
  yearAt,
} from "./expression.js";
import { halfOf, partOfPeriod } from "./part.js";

const rule = (source: string, read: Rule["read"]): Rule => ({ pattern: new RegExp(source, "g"), read });

const YEAR_OFFSETS: Readonly<Record<string, number>> = { 大前年: -3, 前年: -2, 去年: -1, 今年: 0, 本年: 0, 明年: 1, 后年: 2 };

function numberedYear(text: string): Reading {
  const year = chineseNumber(text);
  return reading(yearOf(year));
}

const YEARS: readonly Rule[] = [
  rule("(?<![之以从目提])(大前年|前年|去年|今年|本年|明年|后年)(?:度|全年)?(?![龄轻级纪代份])", (m, r) =>
    reading(yearOf(yearAt(r.today) + YEAR_OFFSETS[m[1]!]!)),
  ),
  rule("(?<![\\d.])(\\d{4}|[零〇一二三四五六七八九]{4})年度?(?![前后]|之[前后]|以[前后]|来|代|级|纪|龄)", (m) => numberedYear(m[1]!)),
  rule("(?<![\\d.])(\\d{4}|[零〇一二三四五六七八九]{4})年(?=之?以?[前后])", (m) => numberedYear(m[1]!)),
  rule("(?<![\\d.])(\\d{2})年(?=\\d{1,2}月)", (m, r) => numberedYear(String(fullYear(m[1]!, yearAt(r.today))))),
  rule("(?:上个?世纪)?([1-9]0|[二三四五六七八九]十)年代", (m) => reading(monthsFrom(1900 + chineseNumber(m[1]!), 1, 120, "year"))),
  rule("(\\d{3}0|[一二][〇零九一二三四五六七八]{2}[〇零])年代", (m) => reading(monthsFrom(chineseNumber(m[1]!), 1, 120, "year"))),
  rule("(?<!\\d)(\\d{4})年?(?=(?:到|至|-|~|—)\\d{4}年)", (m) => numberedYear(m[1]!)),
];

const MONTH = "(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])";
const DAY = "(?:3[01]|[12]\\d|0?[1-9]|三十一?|二十[一二三四五六七八九]?|十[一二三四五六七八九]?|[一二三四五六七八九])";
const NO_DIGIT_BEFORE = "(?<![\\d.一二三四五六七八九十每半第闰])";
/** 五月天, 八月瓜: what makes a month a name. */
const NOT_A_MONTH = "(?![经薪饼球亮票兽天瓜嫂族湖嘴牙一]|的?每)";

const MONTHS: readonly Rule[] = [
  rule(`(${SHIFT})(?<!第一?)月(?![经薪饼球亮食票])`, (m, r) => {
    const { year, month } = civil(r.today);
    return reading(monthOf(year, month + shiftOf(m[1]!)));
  }),
  rule(`${NO_DIGIT_BEFORE}(${MONTH})月份?${NOT_A_MONTH}`, (m, r) => open(monthCycle(chineseNumber(m[1]!)), r)),
  rule(`${NO_DIGIT_BEFORE}(${MONTH})(?=(?:到|至|-|~|—)${MONTH}月(?!\\d))`, (m, r) =>
    /^[\d一二三四五六七八九十]+$/u.test(m[1]!) ? open(monthCycle(chineseNumber(m[1]!)), r) : null,
  ),
  // 5月7日 · 五月七号 · 5月7
  rule(`${NO_DIGIT_BEFORE}(${MONTH})月(?:份的?)?(?:(${DAY})[日号]|(\\d{1,2})(?![\\d日号个月年天周.:]))`, (m, r) =>
    open(dateCycle(chineseNumber(m[1]!), chineseNumber(m[2] ?? m[3]!)), r),
  ),
  rule(`${NO_DIGIT_BEFORE}(${MONTH})月(${DAY})[日号]?(?:到|至|-|~|—)(${DAY})[日号]`, (m, r) =>
    open(dateCycle(chineseNumber(m[1]!), chineseNumber(m[2]!), chineseNumber(m[3]!)), r),
  ),
  // 5号 · 3到5号, not 5号楼
  rule(
    `(?<![\\d.年第一二三四五六七八九十大小每])(${DAY})(?:号|日(?=$|[^一-鿿]|[的我你他她在去有到至早晚上下中凌之以前后那]))(?![楼线机选门店桌房院车厅台馆座仓库位球员码床柜窗井公文人])`,
    (m, r) => open(dayOfMonthCycle(chineseNumber(m[1]!)), r),
  ),
  rule(`(?<![\\d.年第一二三四五六七八九十大小每])(${DAY})[日号]?(?:到|至|-|~|—)(${DAY})[日号](?![楼线机选门店桌房院车])`, (m, r) => {
    const [first, last] = [chineseNumber(m[1]!), chineseNumber(m[2]!)];
    return open(
      {
        per: "month",
        at: (start) => {
          const { year, month } = civil(start);
          const [from, to] = [validDay(year, month, first), validDay(year, month, last)];
          return from === null || to === null ? null : daysBetween(from, to, "day");
        },
      },
      r,
    );
  }),
];

/** Dates that no calendar has name no time: 13月, 5月32日. */
const IMPOSSIBLE: readonly Rule[] = [
  rule("(?:\\d{1,4}年)?(?<!\\d)(?:0{1,2}|1[3-9]|[2-9]\\d)月(?:\\d{1,2}[日号]?)?", () => NOTHING),
  rule(`(?:\\d{1,4}年)?(?<!\\d)${MONTH}月(?:0{1,2}|3[2-9]|[4-9]\\d)[日号]`, () => NOTHING),
];

const monthPart = (part: string): Cycle => ({
  per: "month",
  at: (start) => {
    const { year, month } = civil(start);
    const days = monthOf(year, month);
    if (days === null) return null;
    if (/半/.test(part)) return halfOf(days, part.startsWith("上"));
    return partOfPeriod(days, /^[初上]/u.test(part) ? "start" : /^中/.test(part) ? "middle" : "end");
  },
});
const yearPart = (part: string): Cycle => ({
  per: "year",
  at: (start) => partOfPeriod(yearOf(yearAt(start)), /^初/.test(part) ? "start" : /^中/.test(part) ? "middle" : "end"),
});
/** A part that means nothing without its whole: 第一周 needs a month. */
const partOnly = (cycle: Cycle): Reading => ({ days: null, cycle });

const nthInMonth = (nth: number, kind: string): Cycle => ({
  per: "month",
  at: (start) => {
    const { year, month } = civil(start);
    const days = monthOf(year, month);
    if (days === null) return null;
    if (/天$/u.test(kind) && !/星期|礼拜/.test(kind)) {
      const day = nth < 0 ? days.last : days.first + nth - 1;
      return day > days.last ? null : oneDay(day);
    }
    const weekday = /末$/u.test(kind) ? 6 : /[一二三四五六日天]$/u.test(kind) ? chineseWeekday(kind[kind.length - 1]!) : null;
    if (weekday !== null) {
      const day = nthWeekdayIn(days, weekday, nth);
      return day === null ? null : daysBetween(day, day + (/末$/u.test(kind) ? 1 : 0), "day");
    }
    const first = nth < 0 ? days.last - 6 : days.first + 7 * (nth - 1);
    return first > days.last ? null : daysBetween(first, Math.min(first + 6, days.last), "week");
  },
});

const PARTS: readonly Rule[] = [
  // 5月初 · 上个月底 · 月末
  rule("(?<=月份?的?)(初|上旬|中旬|下旬|底|末|中(?![国文学旬]))", (m) => partOnly(monthPart(m[1]!))),
  rule("(?<=月份?的?)(上半月|下半月|上半|下半)", (m) => partOnly(monthPart(m[1]!))),
  rule(
    "(?<![\\d个上下这本一二三四五六七八九十正腊])月(初|底|末|中旬|上旬|下旬)(?![级层])|(?<![月年])(上旬|中旬|下旬|上半月|下半月)",
    (m, r) => open(monthPart((m[1] ?? m[2])!), r),
  ),
  // 年初 · 去年底
  rule("(?<=[去今明前后\\d]年的?)(初|底|末|中(?![国文学级]))", (m) => partOnly(yearPart(m[1]!))),
  rule("(?<![\\d个一二三四五六七八九十])年(初|底|末|中)(?![级层国])", (m, r) => open(yearPart(m[1]!), r)),
  // 上半年 · 第一季度
  rule("(?<![过来去])(上|下)半年(?![级])", (m, r) => open(halfCycle(m[1] === "上" ? 1 : 2), r)),
  rule("第?([一二三四1-4])季度?(?![节])", (m, r) => (/^第|季度$/u.test(m[0]) ? open(quarterCycle(chineseNumber(m[1]!)), r) : null)),
  rule("[qQ]([1-4])(?![a-zA-Z\\d])", (m, r) => open(quarterCycle(Number(m[1])), r)),
  rule(`(${SHIFT})季度`, (m, r) => {
    const { year, month } = civil(r.today);
    return reading(quarterOf(year, Math.ceil(month / 3) + shiftOf(m[1]!)));
  }),
  // 5月第一周 · 六月的第二个星期二 · 三月最后一天
  rule("(?:第([一二三四五1-5])个?|(最后)一?个?)(周末|(?:周|星期|礼拜)[一二三四五六日天]|周|星期|礼拜|天)(?![期年])", (m) =>
    partOnly(nthInMonth(m[2] === undefined ? chineseNumber(m[1]!) : -1, m[3]!)),
  ),
  // 去年夏天 · 今年暑假; alone only with 这个/上个
  rule("(上个|这个|下个)?(春天|春季|夏天|夏季|秋天|秋季|冬天|冬季|暑假|春夏之交)", (m, r) => {
    const name = m[2]!;
    const cycle = /暑/.test(name)
      ? ({ per: "year", at: (start) => monthsFrom(yearAt(start), 7, 2, "quarter") } satisfies Cycle)
      : seasonCycle(/春/.test(name) ? "spring" : /夏/.test(name) ? "summer" : /秋/.test(name) ? "autumn" : "winter");
    if (m[1] === undefined) return partOnly(cycle);
    return chosen(cycle, r, m[1] === "上个" ? "last" : m[1] === "下个" ? "next" : "this");
  }),
  rule("(?<=[去今明前后\\d]年的?)([春夏秋冬])(?![装季天节])", (m) =>
    partOnly(seasonCycle(({ 春: "spring", 夏: "summer", 秋: "autumn" } as const)[m[1] as "春"] ?? "winter")),
  ),
];

const HOLIDAYS: readonly Rule[] = CHINESE_HOLIDAYS.map(([name, cycle]) => rule(name, (_, r) => open(cycle, r)));

export const CHINESE_DATES: readonly Rule[] = [...YEARS, ...MONTHS, ...IMPOSSIBLE, ...PARTS, ...HOLIDAYS];
