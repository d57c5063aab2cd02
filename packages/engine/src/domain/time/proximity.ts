/** How near a memory's dates lie to the window of a question, and how a date is written for a reader. */

import type { Moment, TimeSpan } from "../memory.js";
import { civil, dayOf, MS_PER_DAY, weekday } from "./civil.js";

/** Milliseconds that two spans share; 0 when they are apart. Ends belong to their span, so a shared instant is 1. */
export function overlap(a: TimeSpan, b: TimeSpan): number {
  return Math.max(0, Math.min(a.end.getTime(), b.end.getTime()) - Math.max(a.start.getTime(), b.start.getTime()) + 1);
}

const length = (span: TimeSpan): number => Math.max(1, span.end.getTime() - span.start.getTime() + 1);

/** Least closeness of what touches the window, and the most of what does not. */
const OUTSIDE = 0.5;
/** Lost at most by a span that lies mostly outside (a whole year in a question about a day). */
const SHARE_WEIGHT = 0.3;
/** Lost at most by a span of another size than the window (a day in a question about a year). */
const SIZE_WEIGHT = 0.05;
const SIZE_RANGE = Math.log(366);

/**
 * How near a span lies to a window, 0…1.
 *
 * Overlapping: `1 − 0.3·(1 − overlap/length(span)) − 0.05·min(1, |ln(length(span)/length(window))| / ln 366)`: 1 for the same days, 0.95 at
 * least for a span inside, 0.65 at least for one that reaches in. So whatever lies inside stays above whatever only reaches in, and among those
 * inside a like precision wins by a little.
 * Apart: `0.5 · 2^(−gap / h)`, with h = half the window, but at least one day: a day beside a day is 0.25, half a week beside a week the same.
 */
export function closeness(span: TimeSpan, window: TimeSpan): number {
  const shared = overlap(span, window);
  if (shared === 0) {
    const gap = Math.max(window.start.getTime() - span.end.getTime(), span.start.getTime() - window.end.getTime());
    return OUTSIDE * 2 ** (-gap / Math.max(MS_PER_DAY, length(window) / 2));
  }
  const size = Math.min(1, Math.abs(Math.log(length(span) / length(window))) / SIZE_RANGE);
  return 1 - SHARE_WEIGHT * (1 - shared / length(span)) - SIZE_WEIGHT * size;
}

/** The dates of a memory: when what it tells happened, and when it was said. */
export interface MemoryDates {
  readonly occurred: TimeSpan | null;
  readonly mentionedAt: Date | null;
}

/** Being said in the window counts a little less than having happened in it, when both dates are known. */
const MENTION_WEIGHT = 0.9;

/** Closeness of a memory: the better of its event's and of its telling's. Without dates 0. */
export function memoryCloseness(dates: MemoryDates, window: TimeSpan): number {
  const occurred = dates.occurred ? closeness(dates.occurred, window) : 0;
  if (dates.mentionedAt === null) return occurred;
  // A moment of speech stands for its hour, so that its size does not tell against it.
  const start = dates.mentionedAt;
  const said = closeness({ start, end: new Date(start.getTime() + MS_PER_DAY / 24 - 1), precision: "hour" }, window);
  return Math.max(occurred, dates.occurred ? MENTION_WEIGHT * said : said);
}

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The words of a date that a question may use, on the calendar of its own zone: `8 May 2023 Monday`; in Chinese `2023年5月8日 星期一`. */
export function dateTerms(moment: Moment, language: string | null = null): string {
  const day = dayOf(moment);
  const { year, month, day: dayOfMonth } = civil(day);
  if (language === "zh") return `${year}年${month}月${dayOfMonth}日 星期${"一二三四五六日"[weekday(day) - 1]}`;
  return `${dayOfMonth} ${MONTHS[month - 1]} ${year} ${WEEKDAYS[weekday(day) - 1]}`;
}

/** A date for a reader or a cross-encoder, on the calendar of its own zone: `May 08, 2023 (2023-05-08)`. */
export function humanDate(moment: Moment): string {
  const { year, month, day } = civil(dayOf(moment));
  const dd = String(day).padStart(2, "0");
  return `${MONTHS[month - 1]} ${dd}, ${year} (${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${dd})`;
}
