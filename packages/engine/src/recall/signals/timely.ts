import type { DatePrecision } from "../../domain/memory.js";
import { closenessOf } from "../arms/temporal.js";
import type { Candidate } from "../candidate.js";
import type { Question } from "../question.js";
import type { Signal } from "./seen.js";

/** It happened, or was told, when the question says; twice that where nothing else is asked for. */
export const timely: Signal = ({ question, candidate }) => (question.isTimeOnly ? 2 : 1) * timeliness(question, candidate.row);

/** A window of these says no more than a month that is named; a shorter one says more. */
const LONG_PRECISIONS: ReadonlySet<DatePrecision> = new Set(["month", "quarter", "year"]);

/** How near a memory lies to the time asked for, 0…1; a month named without a year counts in any year. */
function timeliness(question: Question, row: Candidate["row"]): number {
  if (question.window === null && question.months.length === 0) return 0;
  const close = question.window === null ? 0 : closenessOf(row, question.window);
  const shift = (row.mentionedOffset ?? 0) * 60_000; // the calendar of whoever said it
  const dates = [row.mentionedAt, row.occurredStart].flatMap((date) => (date === null ? [] : [new Date(date.getTime() + shift)]));
  const months = question.window === null || LONG_PRECISIONS.has(question.window.precision) ? question.months : [];
  const isInMonth = months.some(({ month, year }) =>
    dates.some((date) => date.getUTCMonth() + 1 === month && (year === null || date.getUTCFullYear() === year)),
  );
  return Math.max(close, isInMonth ? 1 : 0);
}
