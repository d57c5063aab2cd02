/** The words of a long question that hardly any memory holds: the rest is talk, and they are what it is about. Pure; measured in docs/decisions/ranking.md. */

import { hasUnspacedScript } from "../../domain/text/unspaced.js";
import type { PostingList } from "../../store/postings/read-postings.js";
import { inverseDocumentFrequency } from "../bm25.js";

/** Distinct terms, those that the bank lacks too: 200 words of English talk have 75 to 88. No LoCoMo question has as many as this, and of MADial en 6 of 160 have. */
const LONG_TERMS = 40;
/**
 * Pairs and characters of an unspaced script that make a word's worth. MADial zh, four lines of 50 to 110 of them, loses by singling out: .557 → .548, since a
 * pair that one memory has is mostly two words that happened to meet.
 */
const UNSPACED_TERMS_OF_WORD = 4;
/** In so many memories at most. */
const FEW = 3;
/**
 * So much rarer than the question's words usually are in the bank: half of those of 200 words of talk stand in 8 to 22 of 400 to 700 turns of LoCoMo, and in
 * 75 of 2,760.
 */
const TIMES_RARER = 8;

/** Which of a question's `terms` single out a few memories that may be shown (`lists`); none where the question is not long. `known` counts the whole bank. */
export function singledOut(
  terms: readonly string[],
  known: ReadonlyMap<string, number>,
  lists: readonly PostingList[],
): ReadonlySet<string> {
  const unspaced = terms.filter((term) => hasUnspacedScript(term)).length;
  if (terms.length - unspaced + unspaced / UNSPACED_TERMS_OF_WORD < LONG_TERMS) return new Set();
  const frequencies = [...known.values()].filter((frequency) => frequency > 0).sort((a, b) => a - b);
  const usual = frequencies[Math.floor(frequencies.length / 2)] ?? 0;
  const most = Math.min(FEW, usual / TIMES_RARER);
  const isSingling = ({ term, memoryNos }: PostingList): boolean =>
    memoryNos.length > 0 && (known.get(term) ?? Number.POSITIVE_INFINITY) <= most;
  return new Set(lists.filter(isSingling).map(({ term }) => term));
}

/**
 * The weights of a question, where those terms weigh as much together as all others do: a memory that holds them then stands in the arm before whatever
 * holds less than all the rest, however many such there are, and so comes into the pool.
 */
export function weighedUp(
  weights: ReadonlyMap<string, number>,
  singled: ReadonlySet<string>,
  lists: readonly PostingList[],
  memories: number,
): ReadonlyMap<string, number> {
  if (singled.size === 0) return weights;
  const weightOf = (term: string): number => weights.get(term) ?? 1;
  let [rare, others] = [0, 0];
  for (const { term, documentFrequency } of lists) {
    const weight = weightOf(term) * inverseDocumentFrequency(memories, documentFrequency);
    if (singled.has(term)) rare += weight;
    else others += weight;
  }
  const times = Math.max(1, others / rare);
  return new Map([...weights, ...[...singled].map((term) => [term, weightOf(term) * times] as const)]);
}
