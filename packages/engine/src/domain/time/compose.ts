/**
 * From atoms to expressions. `scan` finds the atoms of a text; `compose` joins neighbours:
 * parts ("the end of" May), containers (May + "last year"), anchors ("two days before" Christmas), ranges ("from" 3 May "to" 5 June), and the
 * words that open or close one side ("since" May).
 */

import { civil, type Days, daysBetween, monthOf, weekday, weekOf, yearOf } from "./civil.js";
import { besideBefore, countedBefore, isInside, isList, isRange, partBefore, rangeLead, type Side, sideOf } from "./connectors.js";
import { type Cycle, containerStart, type Found, PRECISIONS, type Reading, type Reference, type Rule } from "./expression.js";
import { countedFrom } from "./offset.js";
import { around } from "./part.js";

/** Texts that say anything name few times. What goes beyond is a list or an attack, and work stays bounded without it. */
const MAX_PER_RULE = 32;
const MAX_ATOMS = 64;

/** All readings of the rules in a text; of overlapping ones the longest, then the one whose rule stands first. In order of the text, the first 64. */
export function scan(text: string, rules: readonly Rule[], reference: Reference): Found[] {
  const all: Found[] = [];
  for (const { pattern, read } of rules) {
    let count = 0;
    for (const match of text.matchAll(pattern)) {
      if (++count > MAX_PER_RULE) break;
      const found = match[0].length === 0 ? null : read(match, reference);
      if (found !== null) all.push({ ...found, from: match.index, to: match.index + match[0].length });
    }
  }
  const kept: Found[] = [];
  for (const found of all.sort((a, b) => b.to - b.from - (a.to - a.from))) {
    if (kept.every((other) => found.to <= other.from || found.from >= other.to)) kept.push(found);
  }
  return kept.sort((a, b) => a.from - b.from).slice(0, MAX_ATOMS);
}

/** How far before an atom its modifiers may begin, in characters. */
const REACH = 48;
const before = (text: string, found: Found): string => text.slice(Math.max(0, found.from - REACH), found.from);

/** The atom grown to the left by a modifier; atoms that the modifier swallows are dropped. */
function grow(list: readonly Found[], found: Found, by: number, changed: Reading): Found[] {
  const from = found.from - by;
  return list.flatMap((other) => {
    if (other === found) return [{ ...changed, from, to: found.to }];
    return other.to > from && other.from < found.from ? [] : [other];
  });
}

function mapDays(found: Found, change: (days: Days) => Days | null): Reading {
  const { cycle, container, weak, days } = found;
  const changed: Cycle | undefined = cycle && {
    per: cycle.per,
    at: (start) => {
      const whole = cycle.at(start);
      return whole && change(whole);
    },
  };
  return {
    days: days && change(days),
    ...(changed ? { cycle: changed } : {}),
    ...(container ? { container } : {}),
    ...(weak ? { weak } : {}),
  };
}

function parts(text: string, list: readonly Found[]): readonly Found[] {
  let current = list;
  for (const found of list) {
    if (!current.includes(found) || found.days === null) continue;
    const isLong = found.days.last > found.days.first;
    const part = isLong ? partBefore(before(text, found)) : null;
    if (part) current = grow(current, found, part.length, mapDays(found, part.of));
  }
  return current;
}

/** The start of the container that `days` are, or null when they are none of that kind. */
function startOf(per: Cycle["per"], days: Days): number | null {
  if (days.precision !== per) return null;
  const length = days.last - days.first + 1;
  if (per === "year") return length <= 366 ? days.first : null;
  if (per === "month") return length <= 31 ? days.first : null;
  return length === 7 ? (weekOf(days.first + 3)?.first ?? null) : null;
}

/** A part of something that itself comes back: the end of May, each year. */
function nested(inner: Cycle, outer: Cycle): Cycle {
  return {
    per: outer.per,
    at: (start) => {
      const whole = outer.at(start);
      const from = whole && startOf(inner.per, whole);
      return from === null ? null : inner.at(from);
    },
  };
}

function within(inner: Found, outer: Found): Reading | null {
  if (!inner.cycle || !outer.days) return null;
  const start = startOf(inner.cycle.per, outer.days);
  if (start === null) return null;
  const cycle = outer.cycle && nested(inner.cycle, outer.cycle);
  const more = { ...(inner.clock ? { clock: inner.clock } : {}), ...(cycle ? { cycle } : { container: outer.days }) };
  return { days: inner.cycle.at(start), ...more };
}

function containers(text: string, list: readonly Found[]): readonly Found[] {
  const out: Found[] = [];
  for (const found of list) {
    const previous = out[out.length - 1];
    if (previous && isInside(text.slice(previous.to, found.from))) {
      const joined = within(previous, found) ?? within(found, previous);
      if (joined) {
        out[out.length - 1] = { ...joined, from: previous.from, to: found.to };
        continue;
      }
    }
    out.push(found);
  }
  return out;
}

/** The period of the anchor's kind, or the weekday, next to it: "the week before 9 June", "the Friday after Easter". */
function beside(anchor: Days, kind: string | number, direction: 1 | -1): Days | null {
  const edge = direction < 0 ? anchor.first : anchor.last;
  if (typeof kind === "number") {
    const gap = direction < 0 ? (weekday(edge) - kind + 6) % 7 : (kind - weekday(edge) + 6) % 7;
    return daysBetween(edge + direction * (gap + 1), edge + direction * (gap + 1), "day");
  }
  const { year, month } = civil(edge);
  if (kind === "week of") return around(anchor, "week");
  if (kind === "weekend of") return around(anchor, "weekend");
  if (kind === "year") return yearOf(year + direction);
  if (kind === "month") return monthOf(year, month + direction);
  if (kind === "week") return weekOf(edge, direction);
  if (kind === "weekend") {
    const saturday = direction < 0 ? edge - ((weekday(edge) + 7 - 6) % 7 || 7) : edge + ((6 - weekday(edge) + 7) % 7 || 7);
    return daysBetween(saturday, saturday + 1, "day");
  }
  return daysBetween(edge + direction, edge + direction, "day");
}

function anchors(text: string, list: readonly Found[]): readonly Found[] {
  let current = list;
  for (const found of list) {
    if (!current.includes(found) || found.days === null) continue;
    const { days } = found;
    const near = besideBefore(before(text, found));
    const counted = countedBefore(before(text, found));
    if (near && near.length >= (counted?.length ?? 0)) {
      current = grow(current, found, near.length, { days: beside(days, near.kind, near.direction) });
    } else if (counted) {
      const edge = counted.direction < 0 ? days.first : days.last;
      current = grow(current, found, counted.length, { days: countedFrom(edge, counted.count, counted.unit, counted.direction) });
    }
  }
  return current;
}

/** Both ends of a range as days: an open end takes the year, month or week of the other, or lies next to it. */
function ends(a: Found, b: Found, reference: Reference): readonly [Days, Days] | null {
  if (!a.days || !b.days) return null;
  let [first, last] = [a.days, b.days];
  const [shared, other] = [b.container ?? (b.cycle ? null : b.days), a.container ?? (a.cycle ? null : a.days)];
  if (a.cycle && shared) {
    first = atOrBefore(a.cycle, shared, last) ?? first;
  } else if (b.cycle && other) {
    last = atOrAfter(b.cycle, other, first) ?? last;
  } else if (a.cycle && b.cycle) {
    if (reference.lean === "past") first = atOrBefore(a.cycle, last, last) ?? first;
    else last = atOrAfter(b.cycle, first, first) ?? last;
  }
  return [first, last];
}

/** From the first day of one to the last of the other, as exact as the coarser. */
function stretch(pair: readonly [Days, Days] | null): Days | null {
  if (pair === null) return null;
  const [first, last] = pair;
  const coarse = PRECISIONS.indexOf(first.precision) < PRECISIONS.indexOf(last.precision) ? last : first;
  return daysBetween(first.first, last.last, coarse.precision);
}

/** "Yesterday and today", "March and April 2024": a question about days that follow each other is about all of them. */
function adjoining(pair: readonly [Days, Days] | null): Days | null {
  return pair !== null && pair[0].last + 1 === pair[1].first ? stretch(pair) : null;
}

function atOrBefore(cycle: Cycle, container: Days, limit: Days): Days | null {
  for (const shift of [0, -1]) {
    const start = containerStart(cycle.per, container.first, shift);
    const days = start === null ? null : cycle.at(start);
    if (days && days.first <= limit.first) return days;
  }
  return null;
}

function atOrAfter(cycle: Cycle, container: Days, limit: Days): Days | null {
  for (const shift of [0, 1]) {
    const start = containerStart(cycle.per, container.first, shift);
    const days = start === null ? null : cycle.at(start);
    if (days && days.last >= limit.last) return days;
  }
  return null;
}

function ranges(text: string, list: readonly Found[], reference: Reference): readonly Found[] {
  const out: Found[] = [];
  for (const found of list) {
    const previous = out[out.length - 1];
    if (previous) {
      const lead = rangeLead(before(text, previous), text.slice(found.to, found.to + REACH));
      if (isRange(text.slice(previous.to, found.from), lead.kind)) {
        out[out.length - 1] = { days: stretch(ends(previous, found, reference)), from: previous.from - lead.length, to: found.to };
        continue;
      }
      const both =
        reference.mode === "query" && isList(text.slice(previous.to, found.from)) ? adjoining(ends(previous, found, reference)) : null;
      if (both) {
        out[out.length - 1] = { days: both, from: previous.from, to: found.to };
        continue;
      }
    }
    out.push(found);
  }
  return out;
}

/** since, after, before, until, every: what the words around an expression make of it. */
function sides(text: string, list: readonly Found[], reference: Reference): readonly Found[] {
  let current: readonly Found[] = list;
  let recurringEnd = -1;
  for (const found of list) {
    if (!current.includes(found)) continue;
    const link = recurringEnd >= 0 ? text.slice(recurringEnd, found.from) : null;
    // "every Monday and Friday", "every year in May"; but "every day last week" is last week.
    const isListed = link !== null && found.cycle !== undefined && (isList(link) || isInside(link));
    const side = isListed
      ? { kind: "every" as const, before: 0, after: 0 }
      : sideOf(before(text, found), text.slice(found.to, found.to + REACH));
    recurringEnd = found.days === null || side?.kind === "every" ? found.to : -1;
    if (side === null || found.days === null) continue;
    const days = sided(found.days, side.kind, reference);
    const from = found.from - side.before;
    current = grow(current, found, side.before, days === "same" ? found : { days }).map((other) =>
      other.from === from ? { ...other, to: found.to + side.after } : other,
    );
  }
  return current;
}

function sided(days: Days, kind: Side, { mode, today }: Reference): Days | null | "same" {
  if (kind === "every" || kind === "before") return null;
  if (mode === "event") return kind === "after" ? null : "same";
  if (kind === "until") return null;
  return daysBetween(kind === "since" ? days.first : days.last + 1, today, days.precision);
}

/** Joins the atoms of a text into expressions. */
export function compose(text: string, atoms: readonly Found[], reference: Reference): readonly Found[] {
  const joined = anchors(text, containers(text, parts(text, atoms)));
  return sides(text, ranges(text, joined, reference), reference);
}
