/** What a signal sees of one memory: the memory itself, the question, and what stands around it. Made once per candidate, read by every signal. */

import { placeKey } from "../../domain/place.js";
import { foldText } from "../../domain/text/fold.js";
import { type SoughtDetail, soughtDetail } from "../../domain/text/sought-detail.js";
import type { ArmResults } from "../arms/index.js";
import { windowScore } from "../bm25.js";
import type { Candidate } from "../candidate.js";
import type { Question } from "../question.js";

/** A neighbour in the same run, as far as it is in the pool. */
export interface Neighbour {
  readonly base: number;
  readonly asks: boolean;
}

export interface Asked {
  readonly folded: string;
  readonly words: ReadonlySet<string>;
  /** Null where it asks for a thing, a reason or a number. */
  readonly sought: SoughtDetail | null;
}

export function askedOf(text: string): Asked {
  const folded = foldText(text);
  return { folded, words: new Set(folded.split(/[^\p{L}\p{N}]+/u)), sought: soughtDetail(folded) };
}

export interface Seen {
  readonly question: Question;
  readonly found: ArmResults;
  readonly candidate: Candidate;
  /** The question, folded, and its words: the same for every memory. */
  readonly asked: Asked;
  /** Key of its place in a run; null for a memory without neighbours. */
  readonly place: number | null;
  /** Share of the question's words that it holds, 0…1. */
  readonly words: number;
  /** The same of it and two neighbours on each side. */
  readonly windowWords: number;
  /** Nearness in meaning; where that is not known, the mean of the two word shares (with no encoder at all that ranks .803). */
  readonly meaning: number;
  /** (words + 2 · meaning) / 3: how much it is about the question by itself. */
  readonly base: number;
  /** The best `base` of its run. */
  readonly bestOfRun: number;
  readonly before: Neighbour | null;
  readonly after: Neighbour | null;
  /** Words of an assistant or a tool. */
  readonly isAside: boolean;
}

/** One signal: how much of it a memory has, 0…1 as a rule. Pure; its weight stands in `index.ts`, its ablation in bench/results/ablation.json. */
export type Signal = (seen: Seen) => number;

/**
 * Looks at a pool as a whole. On absolute scales: a share of the question's words (BM25 over the sum of its terms' document frequencies, at most 1)
 * and the nearness in meaning, instead of the recipe's maxima and minima over the bank. A memory without neighbours is a run of one.
 */
export function seenOf(question: Question, pool: readonly Candidate[], found: ArmResults): readonly Seen[] {
  const { scores } = found.keyword;
  const asked = askedOf(question.text);
  const share = (score: number | null): number => (score === null || scores.full === 0 ? 0 : Math.min(1, score / scores.full));
  const alone = pool.map((candidate) => {
    const { row } = candidate;
    const place = row.runNo === null || row.position === null ? null : placeKey(row.runNo, row.position);
    const words = share(candidate.keyword);
    const windowWords = place === null ? words : share(windowScore(scores, place));
    const meaning = candidate.meaning ?? (words + windowWords) / 2;
    return { candidate, place, words, windowWords, meaning, base: (words + 2 * meaning) / 3 };
  });
  const bestOfRun = new Map<number, number>();
  const atPlace = new Map<number, Neighbour>();
  for (const { candidate, base, place } of alone) {
    const { runNo, asks } = candidate.row;
    if (place === null || runNo === null) continue;
    bestOfRun.set(runNo, Math.max(base, bestOfRun.get(runNo) ?? 0));
    atPlace.set(place, { base, asks });
  }
  return alone.map((one): Seen => {
    const { candidate, place, words, windowWords, meaning, base } = one;
    const { runNo, role } = candidate.row;
    return {
      question,
      found,
      candidate,
      asked,
      place,
      words,
      windowWords,
      meaning,
      base,
      bestOfRun: runNo === null ? base : (bestOfRun.get(runNo) ?? base),
      before: place === null ? null : (atPlace.get(place - 1) ?? null),
      after: place === null ? null : (atPlace.get(place + 1) ?? null),
      isAside: role !== null && role !== "user",
    };
  });
}
