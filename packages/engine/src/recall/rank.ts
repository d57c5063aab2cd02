/** The built-in ranker: one score per candidate from its words, its meaning and its place in the dialogue. Pure; measured in docs/decisions/ranking.md. */

import type { ArmResults } from "./arms/index.js";
import type { Candidate, Ranked } from "./candidate.js";
import type { Question } from "./question.js";
import { scorer, seenOf, WEIGHTS, type Weights, WIDE_WEIGHTS } from "./signals/index.js";

/**
 * S = Σ weight · signal, on absolute scales, so that a score means the same in a bank of three memories and of a million, needs no scan of the bank, and
 * ranks better than the recipe's maxima and minima (LoCoMo dev .852 against .851, one merged bank .843 against .840). `weights` are for the ablation.
 */
export function rank(
  question: Question,
  pool: readonly Candidate[],
  found: ArmResults,
  weights: Weights = weightsOf(question),
): readonly Ranked[] {
  const scoreOf = scorer(weights);
  const ranked = seenOf(question, pool, found).map((seen): Ranked => {
    const { row, arms, fused, keyword, similarity, meaning } = seen.candidate;
    const { parts, score } = scoreOf(seen);
    return { row, arms, fused, keyword, similarity, meaning, parts, score, reranked: null, final: score };
  });
  return ranked.map((entry) => heldBySeed(entry, ranked, found)).sort(byFinal);
}

export function weightsOf(question: Pick<Question, "width">): Weights {
  return question.width === null ? WEIGHTS : WIDE_WEIGHTS;
}

/** Best first; of equals the later one, then the better proven, then the later written. */
export function byFinal(a: Ranked, b: Ranked): number {
  if (a.final !== b.final) return a.final > b.final ? -1 : 1;
  return laterFirst(a, b);
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
