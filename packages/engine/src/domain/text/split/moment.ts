// Moments as transcripts and message logs write them. Relative words ("yesterday") are not read here: they need a clock.
import type { Moment } from "../../memory.js";

/** Which of two numbers is the day in `4/5/2023`; null: this content does not tell, and such a date is not read. */
export type DayOrder = "day-first" | "month-first" | null;

/** A date, a time of day, or both; what is missing is null. */
export interface Stamp {
  readonly date: { readonly year: number; readonly month: number; readonly day: number } | null;
  /** Milliseconds since midnight. */
  readonly timeMs: number | null;
  readonly offsetMinutes: number;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = "(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const ORDINAL = "(?:st|nd|rd|th)?";

const DATES: readonly RegExp[] = [
  /(?<!\d)(?<year>\d{4})[-/.](?<monthNo>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/iu,
  /(?<year>\d{4})年(?<monthNo>\d{1,2})月(?<day>\d{1,2})日?/u,
  /(?<year>\d{4})년\s*(?<monthNo>\d{1,2})월\s*(?<day>\d{1,2})일/u,
  new RegExp(`(?<!\\d)(?<day>\\d{1,2})${ORDINAL}(?:\\s+of)?[\\s-]+${MONTH},?[\\s-]+(?<year>\\d{4})`, "iu"),
  new RegExp(`${MONTH}\\s+(?<day>\\d{1,2})${ORDINAL},?\\s+(?<year>\\d{4})`, "iu"),
  /(?<!\d)(?<day>\d{1,2})\.\s?(?<monthNo>\d{1,2})\.\s?(?<year>\d{4}|\d{2})(?!\d)/u,
  /(?<!\d)(?<first>\d{1,2})[/-](?<second>\d{1,2})[/-](?<year>\d{4}|\d{2})(?!\d)/u,
];
const TIME =
  /(?<![\d:.])(?<hour>\d{1,2})(?:[:：](?<minute>\d{2})(?:[:：](?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?)?(?:\s?(?<half>[ap])\.?m\b\.?)?\s?(?<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2})?(?![\d:])/iu;

/** Reads the first date and the first time of day in a short text such as `2024-05-01 10:32` or `1:56 pm on 8 May, 2023`. */
export function readStamp(text: string, dayOrder: DayOrder): Stamp | null {
  const found = readDate(text, dayOrder);
  const rest = found === null ? text : text.replace(found.matched, " ").replace(/^\s*T(?=\d)|\sT(?=\d)/u, " ");
  const time = readTime(rest);
  if (found === null && time === null) return null;
  return { date: found?.date ?? null, timeMs: time?.timeMs ?? null, offsetMinutes: time?.offsetMinutes ?? 0 };
}

function readDate(text: string, dayOrder: DayOrder): { readonly date: NonNullable<Stamp["date"]>; readonly matched: string } | null {
  for (const pattern of DATES) {
    const match = pattern.exec(text);
    const groups = match?.groups;
    if (match === null || groups === undefined) continue;
    const date = dateOf(groups, dayOrder);
    if (date !== null) return { date, matched: match[0] };
  }
  return null;
}

function dateOf(groups: Readonly<Record<string, string | undefined>>, dayOrder: DayOrder): Stamp["date"] {
  const shortYear = Number(groups.year);
  const year = groups.year?.length === 2 ? 2000 + shortYear : shortYear;
  if (groups.first !== undefined) {
    const [first, second] = [Number(groups.first), Number(groups.second)];
    if (first > 12 || (second <= 12 && dayOrder === "day-first")) return validDate(year, second, first);
    if (second > 12 || dayOrder === "month-first") return validDate(year, first, second);
    return null;
  }
  const month = groups.month === undefined ? Number(groups.monthNo) : MONTHS.indexOf(groups.month.toLowerCase()) + 1;
  return validDate(year, month, Number(groups.day));
}

function validDate(year: number, month: number, day: number): Stamp["date"] {
  const instant = new Date(Date.UTC(year, month - 1, day));
  const isReal = year >= 1900 && year < 2200 && instant.getUTCMonth() === month - 1 && instant.getUTCDate() === day;
  return isReal ? { year, month, day } : null;
}

function readTime(text: string): { readonly timeMs: number; readonly offsetMinutes: number } | null {
  const groups = TIME.exec(text)?.groups;
  if (groups === undefined || (groups.minute === undefined && groups.half === undefined)) return null;
  const written = Number(groups.hour);
  const hour = groups.half === undefined ? written : (written % 12) + (groups.half.toLowerCase() === "p" ? 12 : 0);
  const [minute, second] = [Number(groups.minute ?? 0), Number(groups.second ?? 0)];
  if (hour > 23 || minute > 59 || second > 59 || (groups.half !== undefined && (written < 1 || written > 12))) return null;
  const fraction = groups.fraction === undefined ? 0 : Math.floor(Number(`0.${groups.fraction}`) * 1000);
  return { timeMs: ((hour * 60 + minute) * 60 + second) * 1000 + fraction, offsetMinutes: offsetOf(groups.zone) };
}

function offsetOf(zone: string | undefined): number {
  const match = /([+-])(\d{2}):?(\d{2})/u.exec(zone ?? "");
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}

/** The moment of a stamp. Without a date of its own it takes `day`'s, and without any it is none. A date alone is its midnight. */
export function momentOf(stamp: Stamp, day: Stamp["date"]): Moment | null {
  const date = stamp.date ?? day;
  if (date === null) return null;
  const local = Date.UTC(date.year, date.month - 1, date.day) + (stamp.timeMs ?? 0);
  return { at: new Date(local - stamp.offsetMinutes * 60_000), offsetMinutes: stamp.offsetMinutes };
}

/** A timestamp of a JSON message: text with a full date, or seconds or milliseconds since 1970. */
export function momentOfValue(value: unknown): Moment | null {
  if (typeof value === "string") {
    if (/^\d{10}(?:\d{3})?(?:\.\d+)?$/u.test(value)) return momentOfValue(Number(value));
    const stamp = readStamp(value, null);
    return stamp?.date ? momentOf(stamp, null) : null;
  }
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  const ms = value >= 1e11 ? value : value * 1000;
  return ms >= 315_532_800_000 && ms < 7_258_118_400_000 ? { at: new Date(ms), offsetMinutes: 0 } : null;
}

/** How a content writes `4/5/2023`, told by those of its dates that can be read one way only. */
export function dayOrderOf(content: string): DayOrder {
  const votes = { "day-first": 0, "month-first": 0 };
  for (const match of content.matchAll(/(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/gu)) {
    const [first, second] = [Number(match[1]), Number(match[2])];
    if (first > 12 && second <= 12) votes["day-first"] += 1;
    if (second > 12 && first <= 12) votes["month-first"] += 1;
  }
  if (votes["day-first"] === votes["month-first"]) return null;
  return votes["day-first"] > votes["month-first"] ? "day-first" : "month-first";
}
