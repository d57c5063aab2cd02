/** Parts of a period: the end of May, early 2023, the first week of June. */

import { civil, type Days, daysBetween, monthOf, weekday } from "./civil.js";

/** The end, beginning or middle of a week, month or year: its thirds; of a year December, January, and May–August. */
export function partOfPeriod(days: Days | null, part: string): Days | null {
  if (days === null) return null;
  const word = part.toLowerCase();
  const which = /^(?:end|late)/.test(word) ? "end" : /^mid/.test(word) ? "middle" : "start";
  if (days.precision === "year" && days.last - days.first < 366) {
    const { year } = civil(days.first);
    if (which === "middle") {
      const first = monthOf(year, 5);
      const last = monthOf(year, 8);
      return first && last && daysBetween(first.first, last.last, "quarter");
    }
    const isWide = /^(?:early|late)/.test(word);
    const first = monthOf(year, which === "start" ? 1 : isWide ? 10 : 12);
    const last = monthOf(year, which === "end" ? 12 : isWide ? 3 : 1);
    return first && last && daysBetween(first.first, last.last, isWide ? "quarter" : "month");
  }
  if (days.precision === "month") {
    const [from, to] = { start: [0, 9], middle: [10, 19], end: [20, 30] }[which] as [number, number];
    return daysBetween(days.first + from, Math.min(days.first + to, days.last), "week");
  }
  const length = days.last - days.first + 1;
  const third = Math.max(1, Math.round(length / 3));
  const precision = length <= 7 ? "day" : length <= 31 ? "week" : days.precision === "year" ? "year" : "month";
  if (which === "start") return daysBetween(days.first, days.first + third - 1, precision);
  if (which === "end") return daysBetween(days.last - third + 1, days.last, precision);
  return daysBetween(days.first + third, days.last - third, precision);
}

/** The week (Monday–Sunday) or weekend around a day. */
export function around(days: Days, kind: string): Days | null {
  const monday = days.first - weekday(days.first) + 1;
  return /end$/i.test(kind) ? daysBetween(monday + 5, monday + 6, "day") : daysBetween(monday, monday + 6, "week");
}
