/** Times of day next to a date: "tomorrow at 5pm", "7:30 on Friday", "明天下午3点半". */

import type { TimeSpan } from "../memory.js";
import { MS_PER_DAY, MS_PER_MINUTE, toSpan } from "./civil.js";
import { LETTER } from "./english-words.js";
import type { Clock, Found } from "./expression.js";

const TIME =
  "(noon|midday|midnight|(\\d{1,2})(?:[:.h](\\d{2}))?\\s*([ap])\\.?m\\b\\.?|(\\d{1,2})[:h](\\d{2})(?!\\d)|(\\d{1,2})\\s*o['’]clock)";
const BEHIND = new RegExp(`^,?\\s*(?:(?:at|around|about|by|@|from|um|à|a las?|alle(?: ore)?|в)\\s*)?${TIME}`, "i");
const AHEAD = new RegExp(`(?<![${LETTER}\\d:.])${TIME}\\s*,?\\s*(?:on\\s+)?(?:the\\s+)?$`, "i");
const CHINESE =
  /^\s*(早上|上午|中午|下午|晚上|傍晚|凌晨|夜里)?\s*([0-2]?\d|十[一二]?|二十[一二三]?|[一两二三四五六七八九])(?:点|时|:(?=\d))(?:(半)|([0-5]?\d)分?|([一二三四五]?十[一二三四五六七八九]?)分)?/u;
const CHINESE_DIGITS = "零一二三四五六七八九";

const chineseNumber = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text);
  if (text === "两") return 2;
  const [tens, ones] = text.includes("十") ? text.split("十") : ["0", text];
  const ten = tens === "" ? 1 : Math.max(0, CHINESE_DIGITS.indexOf(tens ?? ""));
  return (text.includes("十") ? ten * 10 : 0) + Math.max(0, CHINESE_DIGITS.indexOf(ones === "" ? "零" : (ones ?? "")));
};

function clock(hour: number, minute: number | null): Clock | null {
  if (hour > 23 || (minute ?? 0) > 59) return null;
  const from = hour * 60 + (minute ?? 0);
  return minute === null ? { from, to: from + 60, precision: "hour" } : { from, to: from + 1, precision: "minute" };
}

function western(m: RegExpExecArray): Clock | null {
  const [, word = "", hour12, minute12, half, hour24, minute24, oclock] = m;
  if (/^(?:noon|midday)/i.test(word)) return clock(12, null);
  if (/^midnight/i.test(word)) return clock(0, null);
  if (hour12 !== undefined) {
    const hour = Number(hour12);
    if (hour < 1 || hour > 12) return null;
    return clock((hour % 12) + (/p/i.test(half ?? "") ? 12 : 0), minute12 === undefined ? null : Number(minute12));
  }
  return oclock === undefined ? clock(Number(hour24), Number(minute24)) : clock(Number(oclock), null);
}

function chinese(m: RegExpExecArray, isEvening: boolean): Clock | null {
  const hour = chineseNumber(m[2]!);
  const isLater = isEvening || /下午|晚上|傍晚/.test(m[1] ?? "") || (m[1] === "中午" && hour < 11);
  const minute = m[3] ? 30 : m[4] ? Number(m[4]) : m[5] ? chineseNumber(m[5]) : null;
  return clock(isLater && hour < 12 ? hour + 12 : hour, minute);
}

/** The time of day that stands right behind or before a date of one day, or null. */
export function clockBeside(text: string, found: Found): Clock | null {
  const behind = text.slice(found.to, found.to + 32);
  const after = BEHIND.exec(behind);
  if (after) return western(after);
  const zh = CHINESE.exec(behind);
  if (zh) return chinese(zh, /[晚夜]/u.test(text.slice(found.from, found.to)));
  const ahead = AHEAD.exec(text.slice(Math.max(0, found.from - 32), found.from));
  return ahead && western(ahead);
}

/** A stretch of the clock on one day as instants. */
export function clockSpan(day: number, at: Clock, offsetMinutes: number): TimeSpan {
  const midnight = day * MS_PER_DAY - offsetMinutes * MS_PER_MINUTE;
  return {
    start: new Date(midnight + at.from * MS_PER_MINUTE),
    end: new Date(midnight + at.to * MS_PER_MINUTE - 1),
    precision: at.precision,
  };
}

/** A found expression as instants; `clock` makes it a stretch of its day. */
export function spanOf(found: Found, at: Clock | null, offsetMinutes: number): TimeSpan | null {
  if (found.days === null) return null;
  return at && found.days.first === found.days.last ? clockSpan(found.days.first, at, offsetMinutes) : toSpan(found.days, offsetMinutes);
}
