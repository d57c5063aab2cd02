/** The built-in ranker: one score per candidate from its words, its meaning and its place in the dialogue. Pure; measured in docs/decisions/ranking.md. */

import type { DatePrecision } from "../domain/memory.js";
import { foldText } from "../domain/text/fold.js";
import type { ArmResults } from "./arms/index.js";
import { closenessOf } from "./arms/temporal.js";
import { placeKey } from "./bm25.js";
import type { Candidate, Ranked, ScoreParts } from "./candidate.js";
import type { Question } from "./question.js";

/**
 * Weights of the parts. Round on purpose: each can move by a third without moving LoCoMo dev by .004, so finer ones would fit noise.
 * The first four sum to 1: a memory that holds every word of the question and means the same scores 1 by itself.
 */
export const WEIGHTS = {
  /** Share of the question's words that it holds. */
  keyword: 0.15,
  /** Nearness in meaning. */
  semantic: 0.45,
  /** Share of the question's words that it and two neighbours on each side hold. */
  window: 0.15,
  /** The best memory of its run lifts the run. */
  session: 0.25,
  /** What comes next is about the question. */
  next: 0.1,
  /** What came before is a question about it, and this is an answer. */
  answer: 0.15,
  /** It happened, or was told, when the question says; twice that where nothing else is asked for. */
  time: 0.25,
  /** It holds the identifiers and quoted phrases of the question. */
  exact: 0.25,
  /** It shares entities with a better find. */
  graph: 0.05,
  /** Words of an assistant or a tool, where the user's are there too. */
  role: -0.2,
  /** It asks rather than tells. */
  question: -0.05,
} as const;

/**
 * S = Σ weight · part, on absolute scales: a share of the question's words (BM25 over the sum of its terms' document frequencies, at most 1) and the
 * nearness in meaning, instead of the recipe's maxima and minima over the bank. So a score means the same in a bank of three memories and of a
 * million, it needs no scan of the bank, and it ranks better (LoCoMo dev .852 against .851, one merged bank .843 against .840).
 *
 * A memory whose meaning is not known gets the mean of its two word shares in place of the similarity; with no encoder at all that ranks .803.
 * A memory without neighbours is a run of one: its own words are its window and its session.
 */
export function rank(question: Question, pool: readonly Candidate[], found: ArmResults): readonly Ranked[] {
  const { scores } = found.keyword;
  const share = (score: number | undefined): number => (score === undefined || scores.full === 0 ? 0 : Math.min(1, score / scores.full));
  const signals = new Map(
    pool.map((candidate) => {
      const { row } = candidate;
      const place = row.runNo === null || row.position === null ? null : placeKey(row.runNo, row.position);
      const keyword = share(scores.own.get(row.memoryNo));
      const window = place === null ? keyword : share(scores.windows.get(place));
      const semantic = candidate.meaning ?? (keyword + window) / 2;
      return [row.memoryNo, { place, keyword, window, semantic, base: (keyword + 2 * semantic) / 3 }];
    }),
  );
  const bestOfRun = new Map<number, number>();
  const atPlace = new Map<number, { readonly base: number; readonly asks: boolean }>();
  for (const { row } of pool) {
    const { base, place } = signals.get(row.memoryNo)!;
    if (place === null || row.runNo === null) continue;
    bestOfRun.set(row.runNo, Math.max(base, bestOfRun.get(row.runNo) ?? 0));
    atPlace.set(place, { base, asks: row.asks });
  }
  const exactly = exactMatch(question, found);
  const ranked = pool.map((candidate): Ranked => {
    const { row } = candidate;
    const { place, keyword, window, semantic, base } = signals.get(row.memoryNo)!;
    const before = place === null ? undefined : atPlace.get(place - 1);
    const after = place === null ? undefined : atPlace.get(place + 1);
    const isAside = row.role !== null && row.role !== "user";
    const parts: ScoreParts = {
      keyword: WEIGHTS.keyword * keyword,
      semantic: WEIGHTS.semantic * semantic,
      window: WEIGHTS.window * window,
      session: WEIGHTS.session * (row.runNo === null ? base : (bestOfRun.get(row.runNo) ?? base)),
      next: WEIGHTS.next * (after?.base ?? 0),
      answer: before?.asks && !isAside ? WEIGHTS.answer * before.base : 0,
      time: (question.isTimeOnly ? 2 : 1) * WEIGHTS.time * timeliness(question, row),
      exact: WEIGHTS.exact * exactly(candidate),
      graph: WEIGHTS.graph * (found.reached.get(row.memoryNo)?.activation ?? 0),
      role: isAside ? WEIGHTS.role : 0,
      question: row.asks && row.role === null && place !== null ? WEIGHTS.question : 0,
    };
    const score = Object.values(parts).reduce((sum, part) => sum + part, 0);
    return { ...candidate, parts, score, reranked: null, final: score };
  });
  return ranked.map((entry) => heldBySeed(entry, ranked, found)).sort(byFinal);
}

/** Best first; of equals the later one, then the better proven, then the later written. */
export function byFinal(a: Ranked, b: Ranked): number {
  return b.final - a.final || laterFirst(a, b);
}

export function laterFirst(a: Ranked, b: Ranked): number {
  return timeOf(b) - timeOf(a) || b.row.proofCount - a.row.proofCount || b.row.memoryNo - a.row.memoryNo;
}

/** When it was so: what was told last holds. Undated memories come behind dated ones. */
function timeOf({ row }: Ranked): number {
  return (row.lastMentionedAt ?? row.mentionedAt ?? row.occurredStart)?.getTime() ?? Number.NEGATIVE_INFINITY;
}

/** A find of the graph arm alone stays below the find that brought it. */
function heldBySeed(entry: Ranked, all: readonly Ranked[], found: ArmResults): Ranked {
  const names = Object.keys(entry.arms);
  const seedNo = found.reached.get(entry.row.memoryNo)?.seedNo;
  if (seedNo === undefined || names.length !== 1 || names[0] !== "graph") return entry;
  const seed = all.find(({ row }) => row.memoryNo === seedNo);
  return seed === undefined || seed.score > entry.score ? entry : { ...entry, final: seed.score - Number.EPSILON * 8 };
}

/** A window of these says no more than a month that is named; a shorter one says more. */
const LONG_PRECISIONS: ReadonlySet<DatePrecision> = new Set(["month", "quarter", "year"]);

/** How near a memory lies to the time asked for, 0…1; a month named without a year counts in any year. */
function timeliness(question: Question, row: Candidate["row"]): number {
  const close = question.window === null ? 0 : closenessOf(row, question.window);
  const shift = (row.mentionedOffset ?? 0) * 60_000; // the calendar of whoever said it
  const dates = [row.mentionedAt, row.occurredStart].flatMap((date) => (date === null ? [] : [new Date(date.getTime() + shift)]));
  const months = question.window === null || LONG_PRECISIONS.has(question.window.precision) ? question.months : [];
  const isInMonth = months.some(({ month, year }) =>
    dates.some((date) => date.getUTCMonth() + 1 === month && (year === null || date.getUTCFullYear() === year)),
  );
  return Math.max(close, isInMonth ? 1 : 0);
}

/** The share of the question's identifiers and quoted phrases that a memory holds. */
function exactMatch(question: Question, found: ArmResults): (candidate: Candidate) => number {
  const { identifiers, phrases } = question.analysis;
  const wanted = identifiers.length + phrases.length;
  if (wanted === 0) return () => 0;
  return ({ row }) => {
    const held = found.keyword.scores.held.get(row.memoryNo) ?? [];
    const folded = phrases.length === 0 ? "" : foldText(row.text);
    return (identifiers.filter((term) => held.includes(term)).length + phrases.filter((phrase) => folded.includes(phrase)).length) / wanted;
  };
}
