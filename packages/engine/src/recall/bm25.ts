/** BM25 over the posting lists of a question: of each memory by itself, and of each place with its neighbours. Pure. */

import { placeKey } from "../domain/place.js";
import type { PostingList } from "../store/postings/read-postings.js";

/** Saturation of term frequency. 0.9 to 1.5 rank alike (docs/decisions/ranking.md). */
const K1 = 1.2;
/** Strength of length normalisation for a memory: short turns and long ones mix, so it is weak. */
const B = 0.4;
/** How many neighbours on each side make a memory's window. */
export const WINDOW = 2;

export interface KeywordScores {
  /** By memory number: BM25 of its own words. */
  readonly own: ReadonlyMap<number, number>;
  /** By memory number: which of the terms it holds. */
  readonly held: ReadonlyMap<number, readonly string[]>;
  /** By `placeKey`: BM25 of the words of a place and its neighbours together, for places whose window holds any. */
  readonly windows: ReadonlyMap<number, number>;
  /** By memory number: its `placeKey`, where it has one. */
  readonly places: ReadonlyMap<number, number>;
  /** By term: inverse document frequency. */
  readonly idf: ReadonlyMap<string, number>;
  /** Score of a memory of mean length that holds each term once, by the terms' weights; own and window scores are read as shares of it. */
  readonly full: number;
}

export const NO_KEYWORDS: KeywordScores = {
  own: new Map(),
  held: new Map(),
  windows: new Map(),
  places: new Map(),
  idf: new Map(),
  full: 0,
};

/** Robertson & Spärck Jones, with the 1 + that keeps it positive. */
export function inverseDocumentFrequency(documents: number, holding: number): number {
  return Math.log(1 + (Math.max(documents, holding) - holding + 0.5) / (holding + 0.5));
}

/**
 * Robertson et al., TREC-3, with document frequencies of the whole bank. Frequencies are those of the text and of its context (date, item context)
 * together: one field serves all three uses (LoCoMo dev .837 against .834 with two).
 * The window has no length normalisation: windows of five turns are about equally long, and the lengths of members that hold none of the terms are not
 * in the postings (with exact lengths .854, without .853). `weights` say how much a term counts in the question, 1 where they do not name it.
 */
export function bm25(
  lists: readonly PostingList[],
  documents: number,
  meanTermCount: number,
  weights: ReadonlyMap<string, number> = new Map(),
): KeywordScores {
  const own = new Map<number, number>();
  const held = new Map<number, string[]>();
  const windows = new Map<number, number>();
  const places = new Map<number, number>();
  const idf = new Map<string, number>();
  let full = 0;
  for (const list of lists) {
    const rarity = inverseDocumentFrequency(documents, list.documentFrequency);
    const weight = rarity * (weights.get(list.term) ?? 1);
    idf.set(list.term, rarity);
    full += weight;
    const around = new Map<number, number>();
    for (let i = 0; i < list.memoryNos.length; i++) {
      const memoryNo = list.memoryNos[i]!;
      const frequency = list.frequencies[i]!;
      const length = 1 - B + (B * list.termCounts[i]!) / meanTermCount;
      own.set(memoryNo, (own.get(memoryNo) ?? 0) + (weight * frequency * (K1 + 1)) / (frequency + K1 * length));
      const terms = held.get(memoryNo);
      if (terms === undefined) held.set(memoryNo, [list.term]);
      else terms.push(list.term);
      const runNo = list.runNos[i]!;
      if (runNo < 0) continue;
      const position = list.positions[i]!;
      places.set(memoryNo, placeKey(runNo, position));
      for (let near = Math.max(0, position - WINDOW); near <= position + WINDOW; near++) {
        const key = placeKey(runNo, near);
        around.set(key, (around.get(key) ?? 0) + frequency);
      }
    }
    for (const [key, frequency] of around) windows.set(key, (windows.get(key) ?? 0) + (weight * frequency * (K1 + 1)) / (frequency + K1));
  }
  return { own, held, windows, places, idf, full };
}
