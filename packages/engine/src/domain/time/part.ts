/** Parts of a period: the end of May, early 2023, the first week of June. */

import { civil, type Days, daysBetween, monthOf, monthsFrom, nthWeekdayIn, weekday } from "./civil.js";
import { englishOrdinal, englishWeekday } from "./english-words.js";

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

/** The nth day, week (seven days from the first on), weekend, month, quarter or weekday of a period; null when it has none. */
export function nthOf(days: Days, word: string, kind: string): Days | null {
  const n = /^(?:last|final)$/i.test(word) ? -1 : englishOrdinal(word);
  const { year, month } = civil(days.first);
  switch (kind.toLowerCase()) {
    case "day": {
      const day = n < 0 ? days.last : days.first + n - 1;
      return day > days.last ? null : daysBetween(day, day, "day");
    }
    case "week": {
      const first = n < 0 ? days.last - 6 : days.first + 7 * (n - 1);
      return first > days.last ? null : daysBetween(first, Math.min(first + 6, days.last), "week");
    }
    case "weekend": {
      const saturday = nthWeekdayIn(days, 6, n);
      return saturday === null ? null : daysBetween(saturday, saturday + 1, "day");
    }
    case "month":
      return days.precision === "year"
        ? monthsFrom(year, n < 0 ? 12 : n, 1, "month")
        : monthsFrom(year, n < 0 ? month + 2 : month + n - 1, 1, "month");
    case "quarter":
      return days.precision === "year" ? monthsFrom(year, (n < 0 ? 4 : n) * 3 - 2, 3, "quarter") : null;
    default: {
      const day = nthWeekdayIn(days, englishWeekday(kind), n);
      return day === null ? null : daysBetween(day, day, "day");
    }
  }
}

/** The first or second half of a period: of a year its six months, of a month the days to the 15th and from the 16th. */
export function halfOf(days: Days, isFirst: boolean): Days | null {
  if (days.precision === "year") return monthsFrom(civil(days.first).year, isFirst ? 1 : 7, 6, "quarter");
  const middle = days.first + (days.precision === "month" ? 14 : Math.floor((days.last - days.first) / 2));
  const precision = days.precision === "month" ? "week" : days.precision;
  return isFirst ? daysBetween(days.first, middle, precision) : daysBetween(middle + 1, days.last, precision);
}

/** The first or last so many days, weeks or months of a period, never more than the whole. */
export function someOf(days: Days, isFirst: boolean, count: number, unit: string): Days | null {
  const precision = unit.startsWith("day") ? "day" : unit.startsWith("week") ? "week" : "month";
  if (count < 1 || count > 1000) return null;
  if (precision === "month") {
    const { year, month } = civil(isFirst ? days.first : days.last);
    const months = monthsFrom(year, isFirst ? month : month - count + 1, count, "month");
    return months && daysBetween(Math.max(days.first, months.first), Math.min(days.last, months.last), "month");
  }
  const length = count * (precision === "week" ? 7 : 1);
  return isFirst
    ? daysBetween(days.first, Math.min(days.first + length - 1, days.last), precision)
    : daysBetween(Math.max(days.last - length + 1, days.first), days.last, precision);
}
