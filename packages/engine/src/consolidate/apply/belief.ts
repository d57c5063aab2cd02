/** An observation while a plan is applied: what it says and stands on, before and after. Pure; what is written is decided at the end. */

import type { DatePrecision } from "../../domain/memory.js";
import type { SourceFact } from "../../store/observations/read-source-facts.js";
import type { ObservationRow } from "../../store/shapes/observation.js";
import type { PlannedSource, PlannedText } from "../plan.js";

export interface Belief {
  readonly memoryNo: number;
  readonly id: string;
  /** As it was read; null for one that the plan makes. */
  readonly before: ObservationRow | null;
  readonly text: string;
  readonly language: string | null;
  readonly tags: readonly string[];
  readonly times: Times;
  /** The facts behind it with their quotes, in order. */
  readonly sources: ReadonlyMap<number, string | null>;
  /** Facts that the plan brought. */
  readonly added: readonly SourceFact[];
  /** Of the new text; null where the text is the old one, or its vector is made behind. */
  readonly vector: Float32Array | null;
  readonly reason: string | null;
  /** Facts whose words the text may have, though it does not stand on them. */
  readonly borrowed: readonly number[];
}

export interface Times {
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly datePrecision: DatePrecision | null;
  readonly mentionedAt: Date | null;
}

const NO_TIMES: Times = { occurredStart: null, occurredEnd: null, datePrecision: null, mentionedAt: null };
const FINEST_FIRST: readonly DatePrecision[] = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];

/** An observation that is there, as it stands. */
export function storedBelief(row: ObservationRow): Belief {
  return {
    memoryNo: row.memoryNo,
    id: row.id,
    before: row,
    text: row.text,
    language: row.language,
    tags: row.tags,
    times: row,
    sources: new Map(row.sourceNos.map((number, index) => [number, row.quotes[index] ?? null])),
    added: [],
    vector: null,
    reason: null,
    borrowed: [],
  };
}

/** A new observation of a scope, without evidence yet. */
export function newBelief(memoryNo: number, id: string, scope: readonly string[], said: PlannedText, reason: string | null): Belief {
  return {
    memoryNo,
    id,
    before: null,
    text: said.text,
    language: said.language,
    tags: scope,
    times: NO_TIMES,
    sources: new Map(),
    added: [],
    vector: said.vector,
    reason,
    borrowed: said.borrowed ?? [],
  };
}

/** With more evidence, for another scope's tags too; its times widen over the facts that are new to it. */
export function withEvidence(
  belief: Belief,
  scope: readonly string[],
  sources: readonly PlannedSource[],
  facts: ReadonlyMap<number, SourceFact>,
): Belief {
  const all = new Map(belief.sources);
  const added = [...belief.added];
  let { times } = belief;
  for (const { memoryNo, quote } of sources) {
    const fact = facts.get(memoryNo);
    if (fact === undefined) continue;
    if (!all.has(memoryNo)) {
      added.push(fact);
      times = widened(times, fact);
    }
    all.set(memoryNo, all.get(memoryNo) ?? quote);
  }
  return { ...belief, tags: union(belief.tags, scope), sources: all, added, times };
}

/** Saying something else from now on. */
export function reworded(belief: Belief, said: PlannedText, reason: string | null): Belief {
  if (said.text === belief.text) return belief;
  const borrowed = [...new Set([...belief.borrowed, ...(said.borrowed ?? [])])];
  return { ...belief, text: said.text, language: said.language, vector: said.vector, reason, borrowed };
}

/** Over two stretches of time: earliest start, latest end, latest mention, the coarser precision. What neither says stays null. */
export function widened(a: Times, b: Times): Times {
  return {
    occurredStart: earliest(a.occurredStart, b.occurredStart),
    occurredEnd: latest(a.occurredEnd, b.occurredEnd),
    datePrecision: coarser(a.datePrecision, b.datePrecision),
    mentionedAt: latest(a.mentionedAt, b.mentionedAt),
  };
}

/** Whether what it says changed. One that the plan makes says nothing yet. */
export function isReworded({ before, text }: Belief): boolean {
  return before === null || before.text !== text;
}

/** Whether anything of it changed. */
export function isChanged(belief: Belief): boolean {
  return isReworded(belief) || belief.added.length > 0 || belief.tags.length !== belief.before?.tags.length;
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...a, ...b.filter((tag) => !a.includes(tag))];
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a <= b ? a : b;
}

function latest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a >= b ? a : b;
}

function coarser(a: DatePrecision | null, b: DatePrecision | null): DatePrecision | null {
  if (a === null || b === null) return a ?? b;
  return FINEST_FIRST.indexOf(a) >= FINEST_FIRST.indexOf(b) ? a : b;
}
