/** Timestamps of callers: ISO 8601 in its usual forms, checked against the calendar. */

import type { Moment } from "../memory.js";
import { MS_PER_DAY, MS_PER_MINUTE, validDay } from "./civil.js";

/**
 * Extended (`2024-05-07T14:30:05.123+02:00`) or basic (`20240507T143005Z`) form. A space or a lower-case `t` may stand for `T`, a comma for
 * the decimal point; minutes of the offset may be missing. A date alone is its first instant.
 */
const EXTENDED =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]+(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?)? ?([Zz]|UTC|GMT|[+-−]\d{2}(?::?\d{2})?)?)?$/;
const BASIC = /^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(?:(\d{2})(?:(\d{2})(?:[.,](\d{1,12}))?)?)?([Zz]|[+-−]\d{2}(?::?\d{2})?)?$/;

/** The widest offsets that are in use are −12:00 and +14:00; PostgreSQL refuses beyond ±15:59. */
const MAX_OFFSET_MINUTES = 15 * 60 + 59;

function offsetOf(text: string | undefined): number | null {
  if (text === undefined || /^(?:z|utc|gmt)$/i.test(text)) return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = text.length > 3 ? Number(text.slice(-2)) : 0;
  const total = hours * 60 + minutes;
  if (minutes > 59 || total > MAX_OFFSET_MINUTES) return null;
  return text.startsWith("+") || total === 0 ? total : -total;
}

/**
 * Reads an ISO 8601 date or date-time. Without an offset it is UTC. Fractions beyond milliseconds are cut off. `24:00` is the end of its day;
 * a leap second (`:60`) counts as the second before it.
 * Null for anything else, also for days the calendar does not have (30 February) and years outside 1–9999.
 */
export function parseTimestamp(text: string): Moment | null {
  if (text.length > 64) return null;
  const trimmed = text.trim();
  const match = EXTENDED.exec(trimmed) ?? BASIC.exec(trimmed);
  if (match === null) return null;
  const part = (index: number): number => Number(match[index] ?? 0);
  const day = validDay(part(1), part(2), part(3));
  const offsetMinutes = offsetOf(match[8]);
  const [hour, minute, second] = [part(4), part(5), Math.min(part(6), 59)];
  const ms = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const isMidnightAtEnd = hour === 24 && minute === 0 && part(6) === 0 && ms === 0;
  if (day === null || offsetMinutes === null || minute > 59 || part(6) > 60 || (hour > 23 && !isMidnightAtEnd)) return null;
  const local = day * MS_PER_DAY + (hour * 60 + minute) * MS_PER_MINUTE + second * 1000 + ms;
  const at = new Date(local - offsetMinutes * MS_PER_MINUTE);
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999 ? { at, offsetMinutes } : null;
}
