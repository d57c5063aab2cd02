/** The small words between and around dates, in all languages: of, from … to, since, before, every, the end of. */

import { civil, type Days, daysBetween, monthsFrom, nthWeekdayIn } from "./civil.js";
import { englishNumber, englishOrdinal, englishWeekday, NUMBER, WEEKDAY_FULL } from "./english-words.js";
import type { Count, Unit } from "./offset.js";
import { partOfPeriod } from "./part.js";

export interface Connectors {
  /** Read at the end of the text before a period: how many characters it takes, and the part it names. */
  readonly part: (text: string) => { readonly length: number; readonly of: (days: Days) => Days | null } | null;
  /** The text between a date and the period that holds it. */
  readonly isInside: (text: string) => boolean;
  readonly beside: (text: string) => { readonly length: number; readonly kind: string | number; readonly direction: 1 | -1 } | null;
  readonly counted: (
    text: string,
  ) => { readonly length: number; readonly count: Count; readonly unit: Unit; readonly direction: 1 | -1 } | null;
  readonly rangeLead: (text: string) => { readonly length: number; readonly kind: "from" | "between" | "none" };
  readonly isRange: (text: string, lead: "from" | "between" | "none") => boolean;
  readonly side: (
    before: string,
    after: string,
  ) => { readonly kind: "since" | "after" | "before" | "until" | "every"; readonly before: number; readonly after: number } | null;
}

const ORDINALS = "first|second|third|fourth|fifth|last|final|1st|2nd|3rd|4th|5th";
const HALF = /(?:\bthe\s+)?\b(first|second|last|latter)\s+half\s+of\s+(?:the\s+)?(?:year\s+)?$/iu;
const EDGE =
  /(?:\b(?:the|at|by|in|very)\s+)*\b(early|late|mid|middle|(?:middle|beginning|start|end)(?=\s+of))(?:\s+part)?(?:[\s-]+(?:of|in))?[\s-]+(?:the\s+)?$/iu;
const NTH = new RegExp(
  `(?:\\bthe\\s+)?\\b(${ORDINALS})\\s+(day|week|weekend|month|quarter|${WEEKDAY_FULL})\\s+(?:of|in)\\s+(?:the\\s+)?$`,
  "iu",
);
const WEEK_OF = /(?:\bthe\s+)?\b(week(?:end)?)\s+of\s+(?:the\s+)?$/iu;

function nth(days: Days, word: string, kind: string): Days | null {
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
      const saturday = nthWeekdayIn({ ...days, last: days.last }, 6, n);
      return saturday === null ? null : daysBetween(saturday, saturday + 1, "day");
    }
    case "month":
      return monthsFrom(year, n < 0 ? civil(days.last).month : month + n - 1, 1, "month");
    case "quarter":
      return days.precision === "year" ? monthsFrom(year, (n < 0 ? 4 : n) * 3 - 2, 3, "quarter") : null;
    default: {
      const day = nthWeekdayIn(days, englishWeekday(kind), n);
      return day === null ? null : daysBetween(day, day, "day");
    }
  }
}

function half(days: Days, word: string): Days | null {
  const isFirst = /first/i.test(word);
  if (days.precision === "year") return monthsFrom(civil(days.first).year, isFirst ? 1 : 7, 6, "quarter");
  const middle = days.first + (days.precision === "month" ? 14 : Math.floor((days.last - days.first) / 2));
  const precision = days.precision === "month" ? "week" : days.precision;
  return isFirst ? daysBetween(days.first, middle, precision) : daysBetween(middle + 1, days.last, precision);
}

function part(text: string): ReturnType<Connectors["part"]> {
  const ordinal = NTH.exec(text);
  if (ordinal) return { length: ordinal[0].length, of: (days) => nth(days, ordinal[1]!, ordinal[2]!) };
  const halved = HALF.exec(text);
  if (halved) return { length: halved[0].length, of: (days) => half(days, halved[1]!) };
  const edge = EDGE.exec(text);
  if (edge) return { length: edge[0].length, of: (days) => partOfPeriod(days, edge[1]!) };
  return null;
}

const INSIDE = /^(?:['’]s)?,?\s*(?:(?:back\s+)?(?:of|in|on|from|during)\s+)?(?:the\s+)?$/iu;

const BESIDE = new RegExp(
  `(?:\\bthe\\s+)?\\b(day|night|evening|week|weekend|month|year|${WEEKDAY_FULL})\\s+(?:right\\s+|just\\s+)?(before|after|following|prior\\s+to|preceding)\\s+(?:the\\s+)?$`,
  "iu",
);

function besideWords(text: string): ReturnType<Connectors["beside"]> {
  const week = WEEK_OF.exec(text);
  if (week) return { length: week[0].length, kind: week[1]!.toLowerCase() === "week" ? "week of" : "weekend of", direction: 1 };
  const m = BESIDE.exec(text);
  if (m === null) return null;
  const word = m[1]!.toLowerCase();
  const kind = /day$/.test(word) && word !== "day" ? englishWeekday(word) : word === "night" || word === "evening" ? "day" : word;
  return { length: m[0].length, kind, direction: /^(?:after|following)/i.test(m[2]!) ? 1 : -1 };
}

const COUNTED = new RegExp(
  `\\b(?:(a\\s+couple\\s+of|a\\s+few|several)|(${NUMBER}))\\s+(day|night|week|month|year)s?\\s+(before|after|following|prior\\s+to|from)\\s+(?:the\\s+)?$`,
  "iu",
);

function countedWords(text: string): ReturnType<Connectors["counted"]> {
  const m = COUNTED.exec(text);
  if (m === null) return null;
  const unit = m[3]!.toLowerCase();
  return {
    length: m[0].length,
    count: m[1] === undefined ? englishNumber(m[2]!) : /couple/i.test(m[1]) ? "couple" : "few",
    unit: (unit === "night" ? "day" : unit) as Unit,
    direction: /^(?:after|following|from)/i.test(m[4]!) ? 1 : -1,
  };
}

const LEAD = /\b(?:(from|starting|beginning)|(between))\s+(?:the\s+)?$/iu;
const RANGE = /^,?\s*(?:-|–|—|~|to|until|till|til|through|thru|up\s+to|up\s+until)\s*(?:the\s+)?$/iu;
const RANGE_BETWEEN = /^\s+and\s+(?:the\s+)?$/iu;

const BEFORE: readonly (readonly [RegExp, "since" | "after" | "before" | "until" | "every"])[] = [
  [/\b(?:every|each|any)\s+(?:other\s+|second\s+|single\s+)?$/iu, "every"],
  [/\b(?:ever\s+)?since\s+(?:the\s+|about\s+|around\s+)?$/iu, "since"],
  [/\b(?:starting|beginning)\s+(?:from\s+|in\s+|on\s+)?(?:the\s+)?$/iu, "since"],
  [/\bafter\s+(?:the\s+)?$/iu, "after"],
  [/\b(?:before|prior\s+to|earlier\s+than|older\s+than)\s+(?:the\s+)?$/iu, "before"],
  [/\b(?:until|till|up\s+to|up\s+until)\s+(?:the\s+)?$/iu, "until"],
];
const AFTER_SINCE = /^\s*(?:onwards?|and\s+(?:after|later)|(?:to|until|till)\s+(?:now|present|date|the\s+present))\b/iu;

function side(before: string, after: string): ReturnType<Connectors["side"]> {
  for (const [pattern, kind] of BEFORE) {
    const m = pattern.exec(before);
    if (m) return { kind, before: m[0].length, after: 0 };
  }
  const since = AFTER_SINCE.exec(after);
  return since ? { kind: "since", before: /\bfrom\s+$/iu.exec(before)?.[0].length ?? 0, after: since[0].length } : null;
}

export const CONNECTORS: Connectors = {
  part,
  isInside: (text) => INSIDE.test(text),
  beside: besideWords,
  counted: countedWords,
  rangeLead: (text) => {
    const m = LEAD.exec(text);
    return { length: m?.[0].length ?? 0, kind: m?.[2] ? "between" : m ? "from" : "none" };
  },
  isRange: (text, lead) => RANGE.test(text) || (lead === "between" && RANGE_BETWEEN.test(text)),
  side,
};
