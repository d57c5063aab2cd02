/** English words that count from the moment of speaking: yesterday, three days ago, last Tuesday, the past month. */

import {
  addMonths,
  civil,
  type Day,
  type Days,
  daysBetween,
  monthOf,
  monthsFrom,
  oneDay,
  quarterOf,
  weekday,
  weekOf,
  yearOf,
} from "./civil.js";
import {
  DAY_NUMBER,
  englishNumber,
  englishOrdinal,
  englishWeekday,
  NUMBER,
  ORDINAL_WORD,
  SEASON,
  WEEKDAY,
  WEEKDAY_FULL,
  WORD,
  WORD_END,
} from "./english-words.js";
import {
  chosen,
  dayOfMonthCycle,
  halfCycle,
  NOTHING,
  occurrence,
  open,
  type Reading,
  type Reference,
  type Rule,
  type RuleSet,
  reading,
  weekdayCycle,
  weekendCycle,
} from "./expression.js";
import { COUPLE, type Count, countedFrom, FEW, minutesFrom, rolling, type Unit } from "./offset.js";
import { partOfPeriod } from "./part.js";

const rule = (source: string, read: Rule["read"]): Rule => ({ pattern: new RegExp(source, "gi"), read });

const DAY_PART = "(?:early |late )?(?:mornings?|afternoon|evening|night|noon|midday)";

const DAY_WORDS: readonly Rule[] = [
  rule(`${WORD}(?:the\\s+)?day\\s+before\\s+yesterday${WORD_END}`, (_, r) => reading(oneDay(r.today - 2))),
  rule(`${WORD}(?:the\\s+)?day\\s+after\\s+tomorrow${WORD_END}`, (_, r) => reading(oneDay(r.today + 2))),
  rule(`${WORD}(?:late\\s+|early\\s+)?yesterday(?:\\s+${DAY_PART})?${WORD_END}`, (_, r) => reading(oneDay(r.today - 1))),
  rule(`${WORD}last\\s+(?:night|evening)${WORD_END}`, (_, r) => reading(oneDay(r.today - 1))),
  rule(`${WORD}the\\s+(?:night|evening)\\s+before\\s+last${WORD_END}`, (_, r) => reading(oneDay(r.today - 2))),
  rule(`${WORD}tomorrow(?:\\s+${DAY_PART})?${WORD_END}`, (_, r) => reading(oneDay(r.today + 1))),
  rule(
    `${WORD}(?:(?:earlier|later)\\s+today|tonight|this\\s+(?:very\\s+)?(?:early\\s+)?(?:morning|afternoon|evening))${WORD_END}`,
    (_, r) => reading(oneDay(r.today)),
  ),
  rule(`${WORD}today${WORD_END}(?!['’]s\\s+(?:world|society|age|market|standards))`, (_, r) => reading(oneDay(r.today))),
  rule(
    `${WORD}(?:just|right)\\s+now${WORD_END}|(?<!\\b(?:\\w+s|while|by|until|till|before|from|ever)\\s+)${WORD}now${WORD_END}(?!\\s+(?:that|and))`,
    (_, r) => (r.mode === "event" ? reading(oneDay(r.today), { weak: true }) : null),
  ),
  rule(`${WORD}the\\s+other\\s+(?:day|night|evening|morning)${WORD_END}`, (_, r) => reading(daysBetween(r.today - 5, r.today - 2, "day"))),
];

const FUZZY = "(?:a\\s+)?(?:couple(?:\\s+of)?|few|several)|some";
const UNIT =
  "(?:minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|wks?|weekends?|fortnights?|months?|mos?|quarters?|years?|yrs?|decades?|centur(?:y|ies))";
const COUNT = `(?:(half\\s+an?|(?:an?|one)\\s+and\\s+a\\s+half)|(${FUZZY})|(${NUMBER})(\\s+and\\s+a\\s+half)?)`;
const ABOUT = "(?:(?:about|around|roughly|nearly|almost|over|exactly|approximately|just|some|maybe|like)s+)?";

function unitOf(word: string): Unit {
  const w = word.toLowerCase();
  if (w.startsWith("mi")) return "minute";
  if (w.startsWith("h")) return "hour";
  if (w.startsWith("d")) return w.startsWith("de") ? "decade" : "day";
  if (w.startsWith("n")) return "day";
  if (w.startsWith("wee") && w.includes("end")) return "weekend";
  if (w.startsWith("w")) return "week";
  if (w.startsWith("f")) return "fortnight";
  if (w.startsWith("m")) return "month";
  if (w.startsWith("q")) return "quarter";
  if (w.startsWith("c")) return "century";
  return "year";
}

/** The count that `COUNT` matched, or how vague it is. */
function countOf(m: RegExpExecArray, at: number): Count {
  if (m[at] !== undefined) return /^half/i.test(m[at]) ? 0.5 : 1.5;
  if (m[at + 1] !== undefined) return /couple/i.test(m[at + 1]!) ? COUPLE : FEW;
  const number = m[at + 2];
  return (number === undefined ? 1 : englishNumber(number)) + (m[at + 3] === undefined ? 0 : 0.5);
}

function offset(m: RegExpExecArray, reference: Reference, direction: 1 | -1): Reading {
  const unit = unitOf(m[5]!);
  const counted = countOf(m, 1);
  const count = m[6] !== undefined && typeof counted === "number" ? counted + 0.5 : counted;
  return unit === "minute" || unit === "hour"
    ? minutesFrom(reference, count, unit, direction)
    : reading(countedFrom(reference.today, count, unit, direction));
}

/** A simple past before "in two days" makes it a duration ("finished it in two days"). */
const PAST_VERB =
  /\b(?:\w{2,}ed|was|were|did|had|took|made|got|went|came|won|wrote|built|read|learned|lost|ran|sold|grew|become|became)\b[^.!?;,]*$/i;

/** What makes "in two days" of a question a date. */
const COMING = /\b(?:will|due|upcoming|scheduled|starts?|begins?|happens|coming|planned)\b|['’]ll\b/i;

const COUNTED: readonly Rule[] = [
  // three days ago · a couple of weeks back · half a year ago · two days earlier today is no date
  rule(
    `${WORD}${ABOUT}(?:${COUNT}\\s+)?(${UNIT})(\\s+and\\s+a\\s+half)?\\s+(?:ago|back(?=$|[.,;:!?)])|prior(?!\\s+to))${WORD_END}(?:\\s+(?:today|yesterday))?`,
    (m, r) => offset(m, r, -1),
  ),
  // two Fridays ago
  rule(`${WORD}(?:(a\\s+couple\\s+of)|(${NUMBER}))\\s+(${WEEKDAY_FULL})s?\\s+ago${WORD_END}`, (m, r) => {
    const count = m[1] === undefined ? englishNumber(m[2]!) : 2;
    const last = occurrence(weekdayCycle(englishWeekday(m[3]!)), r.today, "past");
    return reading(last && daysBetween(last.first - 7 * (count - 1), last.last - 7 * (count - 1), "day"));
  }),
  // in recent weeks
  rule(`${WORD}(?:in|over)\\s+(?:the\\s+)?(?:more\\s+)?recent\\s+(${UNIT})${WORD_END}`, (m, r) =>
    reading(rolling(r.today, FEW, unitOf(m[1]!), -1)),
  ),
  // in three days · two weeks from now
  rule(`${WORD}in\\s+${ABOUT}${COUNT}\\s+(${UNIT})(?:['’]s?)?(?:\\s+time)?${WORD_END}`, (m, r) =>
    (r.mode === "query" && !COMING.test(m.input)) || PAST_VERB.test(m.input.slice(Math.max(0, m.index - 80), m.index))
      ? NOTHING
      : offset(m, r, 1),
  ),
  rule(`${WORD}${ABOUT}${COUNT}\\s+(${UNIT})\\s+(?:from\\s+(?:now|today)|hence)${WORD_END}`, (m, r) => offset(m, r, 1)),
  // the last three weeks · over the past few days · the next two months
  rule(
    `${WORD}(?:(?:in|over|during|within|for|throughout)\\s+)?(?:the\\s+|these\\s+)?(last|past|previous|next|coming)\\s+(?:(couple(?:\\s+of)?|few|several)|(${NUMBER}))\\s+(${UNIT})${WORD_END}(?!\\s+of${WORD_END})`,
    (m, r) => {
      const count = m[2] === undefined ? englishNumber(m[3]!) : /couple/i.test(m[2]) ? COUPLE : FEW;
      // Said in a statement, "for the last three years" is how long.
      if (r.mode === "event" && /^for/i.test(m[0])) return NOTHING;
      return reading(rolling(r.today, count, unitOf(m[4]!), /next|coming/i.test(m[1]!) ? 1 : -1));
    },
  ),
  // the past month · in the last week · over the next year
  rule(
    `${WORD}(?:(?:in|over|during|within|for|throughout)\\s+)?the\\s+(past|last|next|coming)\\s+(hour|day|week|fortnight|month|quarter|year|decade)${WORD_END}(?!\\s+(?:of|before)${WORD_END})`,
    (m, r) => {
      const isRolling = /past/i.test(m[1]!) || /^(?:in|over|during|within|for|through)/i.test(m[0]);
      return isRolling ? reading(rolling(r.today, 1, unitOf(m[2]!), /next|coming/i.test(m[1]!) ? 1 : -1)) : null;
    },
  ),
  rule(`${WORD}past\\s+(day|week|fortnight|month|quarter|year|decade)${WORD_END}`, (m, r) =>
    reading(rolling(r.today, 1, unitOf(m[1]!), -1)),
  ),
];

/** The calendar period that holds today, moved by whole periods. */
function period(today: Day, unit: string, shift: number): Days | null {
  const { year, month } = civil(today);
  switch (unit.toLowerCase()) {
    case "week":
      return weekOf(today, shift);
    case "month":
      return monthOf(year, month + shift);
    case "quarter":
      return quarterOf(year, Math.ceil(month / 3) + shift);
    case "decade":
      return monthsFrom(Math.floor(year / 10) * 10 + 10 * shift, 1, 120, "year");
    case "century":
      return monthsFrom(Math.floor(year / 100) * 100 + 100 * shift, 1, 1200, "year");
    default:
      return yearOf(year + shift);
  }
}

const PERIOD = "week|month|quarter|year|decade|century";
/** "my last year", "the last month of …": somebody's own, not the calendar's. */
const OWN = "(?<!\\b(?:my|his|her|their|our|your|its|whose)\\s+)";

const PERIODS: readonly Rule[] = [
  rule(`${OWN}${WORD}(last|previous|this|current|next)\\s+(${PERIOD})(?:['’]s)?${WORD_END}`, (m, r) => {
    const shift = /last|previous/i.test(m[1]!) ? -1 : /next/i.test(m[1]!) ? 1 : 0;
    return reading(period(r.today, m[2]!, shift));
  }),
  rule(`${WORD}(?:the\\s+)?(week|month|quarter|year|weekend|night)\\s+before\\s+last${WORD_END}`, (m, r) =>
    /weekend/i.test(m[1]!)
      ? reading(shifted(occurrence(weekendCycle, r.today, "last"), -7))
      : reading(/night/i.test(m[1]!) ? oneDay(r.today - 2) : period(r.today, m[1]!, -2)),
  ),
  rule(`${WORD}the\\s+(week|month|year)\\s+after\\s+next${WORD_END}`, (m, r) => reading(period(r.today, m[1]!, 2))),
  rule(`${WORD}(earlier|so far|later)\\s+(?:in\\s+)?(?:this\\s+|the\\s+)(${PERIOD})${WORD_END}`, (m, r) => {
    const days = period(r.today, m[2]!, 0);
    if (days === null) return NOTHING;
    return reading(/later/i.test(m[1]!) ? { ...days, first: r.today } : { ...days, last: r.today });
  }),
  rule(`${WORD}(?:this\\s+time|around\\s+this\\s+time|this\\s+day)\\s+(last|next)\\s+(year|month|week)${WORD_END}`, (m, r) => {
    const sign = /last/i.test(m[1]!) ? -1 : 1;
    const unit = m[2]!.toLowerCase();
    const day = unit === "week" ? r.today + sign * 7 : addMonths(r.today, sign * (unit === "year" ? 12 : 1));
    if (day === null) return NOTHING;
    return reading(/day/i.test(m[0]) ? oneDay(day) : unit === "year" ? period(day, "month", 0) : weekOf(day));
  }),
  rule(`${WORD}(?:at\\s+|by\\s+)?(?:the\\s+)?(end|beginning|start|middle)\\s+of\\s+the\\s+(week|month|year)${WORD_END}`, (m, r) =>
    reading(partOfPeriod(period(r.today, m[2]!, 0), m[1]!)),
  ),
  rule(`${WORD}(?:the\\s+)?(first|second)\\s+half\\s+of\\s+the\\s+year${WORD_END}`, (m, r) =>
    open(halfCycle(/first/i.test(m[1]!) ? 1 : 2), r),
  ),
  // last weekend · this weekend · over the weekend
  rule(`${WORD}(last|previous|past|this\\s+past|this|next|coming|this\\s+coming)\\s+weekend${WORD_END}`, (m, r) => {
    const word = m[1]!.toLowerCase();
    return chosen(
      weekendCycle,
      r,
      /last|previous|past/.test(word) ? "last" : /coming/.test(word) ? "coming" : word === "next" ? "next" : "this",
    );
  }),
  rule(`${WORD}(?:over|on|at|during|for|this|in)\\s+the\\s+weekend${WORD_END}`, (_, r) => open(weekendCycle, r)),
  rule(`${WORD}(?:the\\s+)?weekend(?=\\s+(?:of|in)\\s)`, (_, r) => open(weekendCycle, r)),
];

const shifted = (days: Days | null, by: number): Days | null => days && daysBetween(days.first + by, days.last + by, days.precision);

/** Good Friday, Black Friday; and in quotation marks a name (Friday of "Robinson Crusoe"). */
const NAMED_DAYS = '(?<!["“‘«])(?<!\\b(?:black|good|easter|ash|fat|cyber|casual|super|palm|bloody|ruby|holy|shrove|happy)\\s+)';

const WEEKDAYS: readonly Rule[] = [
  // Thursday afternoons · on Monday and Friday mornings: what comes back
  rule(
    `${WORD}(?:on\\s+)?${WEEKDAY}(?:\\s*(?:,|and|or|&|/)\\s*${WEEKDAY})*\\s+(?:early\\s+|late\\s+)?(?:mornings|afternoons|evenings|nights|lunchtimes)${WORD_END}`,
    () => NOTHING,
  ),
  // last Tuesday · this coming Friday · Friday night
  rule(
    `${WORD}(last|past|previous|this\\s+past|this\\s+coming|this|next|coming)\\s+(${WEEKDAY})(?:['’]s)?(?:\\s+${DAY_PART})?${WORD_END}`,
    (m, r) => {
      const word = m[1]!.toLowerCase();
      if (/^(?:sun|sat|wed|mon|fri|tue|thu)$/.test(m[2]!) && word === "this") return null;
      const choice = /last|past|previous/.test(word) ? "past" : /coming/.test(word) ? "coming" : word === "next" ? "next" : "this";
      return chosen(weekdayCycle(englishWeekday(m[2]!)), r, choice);
    },
  ),
  rule(`${NAMED_DAYS}${WORD}(?:on\\s+)?(${WEEKDAY_FULL})(?:['’]s)?(?:\\s+${DAY_PART})?${WORD_END}`, (m, r) =>
    open(weekdayCycle(englishWeekday(m[1]!)), r),
  ),
  rule(`${WORD}on\\s+(${WEEKDAY})${WORD_END}`, (m, r) => open(weekdayCycle(englishWeekday(m[1]!)), r)),
  rule(`${WORD}(?:on\\s+)?(?:(?:${WEEKDAY_FULL})s|weekends|weekdays)${WORD_END}`, () => NOTHING),
  // Friday the 13th: the month in which they meet
  rule(`${WORD}(?:on\\s+)?(${WEEKDAY}),?\\s+(?:the\\s+)?(\\d{1,2}(?:st|nd|rd|th))${WORD_END}`, (m, r) => {
    const cycle = dayOfMonthCycle(englishOrdinal(m[2]!));
    const at = (start: Day): Days | null => {
      const days = cycle.at(start);
      return days && weekday(days.first) === englishWeekday(m[1]!) ? days : null;
    };
    return open({ per: "month", at }, r);
  }),
  // on the 5th · the 5th of last month
  rule(
    `${WORD}on\\s+the\\s+(${DAY_NUMBER}|${ORDINAL_WORD})(?=\\s*(?:$|[.,;:!?)])|\\s+(?:of|at|in|this|last|next|with|and|after|before|for|from|to|when|because|but|so|we|i|he|she|they|it|was|is)\\s)(?!\\s+(?:in|with|at)\\s+the\\s+(?:list|row|line))`,
    (m, r) => {
      const isOrdinal = /[a-z]$/i.test(m[1]!);
      return isOrdinal && !/^(?:first|second|third)$/i.test(m[1]!) ? open(dayOfMonthCycle(englishOrdinal(m[1]!)), r) : null;
    },
  ),
  rule(`${WORD}(?:on\\s+)?the\\s+(${DAY_NUMBER}|${ORDINAL_WORD})(?=\\s+(?:of\\s+)?(?:last|this|next)\\s+month${WORD_END})`, (m, r) =>
    open(dayOfMonthCycle(englishOrdinal(m[1]!)), r),
  ),
];

const RECURRING: readonly Rule[] = [
  // every year, each summer; on Mondays
  rule(
    `${WORD}(?:every|each)\\s+(?:other\\s+|single\\s+|second\\s+|few\\s+|couple\\s+of\\s+|${NUMBER}\\s+)?(?:${UNIT}|mornings?|afternoon|evening|weekday|${SEASON})${WORD_END}`,
    () => NOTHING,
  ),
];

export const ENGLISH_RELATIVE: readonly RuleSet[] = [
  { hint: /yesterday|today|tonight|tomorrow|(?<![a-z])now(?![a-z])|(?:night|evening|morning|afternoon|other\sday)/i, rules: DAY_WORDS },
  {
    hint: /(?:minute|min|hour|hr|day|night|week|wk|weekend|fortnight|month|mo|quarter|year|yr|decade|centur(?:y|ie))s?(?![a-z])/i,
    rules: COUNTED,
  },
  { hint: /week|month|quarter|year|night|decade|century/i, rules: PERIODS },
  {
    hint: /(?<![a-z])(?:mon|tue|wed|thu|fri|sat|sun|weekdays|weekends|the\s(?:\d|[a-z -]{0,12}(?:st|nd|rd|th)(?![a-z])))/i,
    rules: WEEKDAYS,
  },
  { hint: /(?<![a-z])(?:every|each)\s/i, rules: RECURRING },
];
