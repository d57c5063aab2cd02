// Test cases of a bank's recall: questions with what should come back, kept in this browser, in the form of `hindsight eval`.
// In: cases, or a file of them. Out: cases, and how well settings do on them. Pure but for the store.

import { type Judged, metric, type RelevanceCase, readCases, writeCases } from "@hindsight-memory/client/relevance";
import { type RecallSettings, settingsOf } from "./settings";

export interface Score {
  readonly judged: Judged;
  readonly ms: number;
}

/** How deep a result may stand and still count. */
export const K = 10;

/** The share of what is expected that the first K results hold, 1 / the rank of the first, and the time: means over some cases. */
export function meanOf(scores: readonly Score[]): { readonly recall: number; readonly reciprocalRank: number; readonly ms: number } {
  const judged = scores.map((score) => score.judged);
  return {
    recall: metric(`frac@${K}`, judged),
    reciprocalRank: metric("mrr", judged),
    ms: scores.reduce((sum, { ms }) => sum + ms, 0) / (scores.length || 1),
  };
}

/** A question with the documents that it should find. */
export const caseOf = (query: string, documents: readonly string[]): RelevanceCase => ({
  query,
  expected: { documents, memories: [], texts: [] },
  request: {},
  category: null,
});

/** @throws Error that names the first line which is no case, and what is wrong with it */
export function fromJsonl(text: string): readonly RelevanceCase[] {
  const { cases, problems } = readCases(text);
  const [first] = problems;
  if (first !== undefined) throw new Error(`${first.line}: ${first.message}`);
  return cases.map(({ line: _, ...each }) => each);
}

export const expectedOf = ({ expected }: RelevanceCase): string =>
  [...expected.documents, ...expected.memories, ...expected.texts.map((text) => `“${text}”`)].join(", ");

const keyOf = (bank: string): string => `hindsight.cases.${bank}`;

export const storedCases = (bank: string): readonly RelevanceCase[] => fromJsonl(localStorage.getItem(keyOf(bank)) ?? "");
export const storeCases = (bank: string, cases: readonly RelevanceCase[]): void => localStorage.setItem(keyOf(bank), writeCases(cases));

/** Settings as one word for a heading. */
export const nameOf = (settings: RecallSettings): string => {
  const parts = Object.entries(settingsOf(settings)).map(([name, value]) => `${name}=${Array.isArray(value) ? value.join("+") : value}`);
  return parts.join(" ");
};
