/** BM25 over the posting lists of a question: of each memory by itself, and of each place with its neighbours. Pure. */

import { firstFrom } from "../domain/first-from.js";
import { placeKey, placeOf } from "../domain/place.js";
import type { PostingList } from "../store/postings/read-postings.js";

/** Saturation of term frequency. 0.9 to 1.5 rank alike (docs/decisions/ranking.md). */
const K1 = 1.2;
/** Strength of length normalisation for a memory: short turns and long ones mix, so it is weak. */
const B = 0.4;
/** How many neighbours on each side make a memory's window. */
export const WINDOW = 2;

/** In columns, one row a memory that holds any of the terms: maps of this size took a third of the keyword arm. Plain data, so that a bench can keep it. */
export interface KeywordScores {
  /** By memory number: its row. */
  readonly rows: ReadonlyMap<number, number>;
  /** By row. */
  readonly memoryNos: Int32Array;
  /** By row: BM25 of the memory's own words. */
  readonly own: Float64Array;
  readonly terms: readonly string[];
  /** By row, `Math.ceil(terms / 32)` numbers each: bit n is set where the memory holds term n. */
  readonly held: Uint32Array;
  /** `placeKey` of each place whose window holds any of the terms, ascending. */
  readonly windowKeys: Float64Array;
  /** BM25 of the words of each such place and its neighbours together. */
  readonly windows: Float64Array;
  /** The memory at each such place, where it holds any of the terms itself; else 0. */
  readonly windowMemoryNos: Int32Array;
  /** By term: inverse document frequency. */
  readonly idf: ReadonlyMap<string, number>;
  /** Score of a memory of mean length that holds each term once, by the terms' weights; own and window scores are read as shares of it. */
  readonly full: number;
}

export const NO_KEYWORDS: KeywordScores = {
  rows: new Map(),
  memoryNos: new Int32Array(),
  own: new Float64Array(),
  terms: [],
  held: new Uint32Array(),
  windowKeys: new Float64Array(),
  windows: new Float64Array(),
  windowMemoryNos: new Int32Array(),
  idf: new Map(),
  full: 0,
};

/** BM25 of a memory's own words; null where it holds none of the terms. */
export function ownScore({ rows, own }: KeywordScores, memoryNo: number): number | null {
  const row = rows.get(memoryNo);
  return row === undefined ? null : own[row]!;
}

/** Which of the terms a memory holds. */
export function heldTerms({ rows, terms, held }: KeywordScores, memoryNo: number): readonly string[] {
  const row = rows.get(memoryNo);
  if (row === undefined) return [];
  const from = row * Math.ceil(terms.length / 32);
  return terms.filter((_, n) => (held[from + (n >> 5)]! >>> (n & 31)) & 1);
}

/** BM25 of a place and its neighbours; null where none of them holds any of the terms. */
export function windowScore({ windowKeys, windows }: KeywordScores, key: number): number | null {
  const at = firstFrom(windowKeys, key);
  return windowKeys[at] === key ? windows[at]! : null;
}

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
  const postings = lists.reduce((sum, { memoryNos }) => sum + memoryNos.length, 0);
  const perRow = Math.ceil(lists.length / 32);
  const rows = new Map<number, number>();
  const memoryNos = new Int32Array(postings);
  const own = new Float64Array(postings);
  const held = new Uint32Array(postings * perRow);
  const places = new Float64Array(postings).fill(-1);
  const rowOf = new Int32Array(postings);
  const weighted = new Float64Array(lists.length);
  const idf = new Map<string, number>();
  let full = 0;
  let posting = 0;
  lists.forEach((list, n) => {
    const rarity = inverseDocumentFrequency(documents, list.documentFrequency);
    const weight = rarity * (weights.get(list.term) ?? 1);
    weighted[n] = weight;
    idf.set(list.term, rarity);
    full += weight;
    for (let i = 0; i < list.memoryNos.length; i++) {
      const memoryNo = list.memoryNos[i]!;
      let row = rows.get(memoryNo);
      if (row === undefined) {
        row = rows.size;
        rows.set(memoryNo, row);
        memoryNos[row] = memoryNo;
        if (list.runNos[i]! >= 0) places[row] = placeKey(list.runNos[i]!, list.positions[i]!);
      }
      const frequency = list.frequencies[i]!;
      const length = 1 - B + (B * list.termCounts[i]!) / meanTermCount;
      own[row]! += (weight * frequency * (K1 + 1)) / (frequency + K1 * length);
      held[row * perRow + (n >> 5)]! |= 1 << (n & 31);
      rowOf[posting++] = row;
    }
  });
  const found = rows.size;
  return {
    rows,
    memoryNos: memoryNos.subarray(0, found),
    own: own.subarray(0, found),
    terms: lists.map(({ term }) => term),
    held: held.subarray(0, found * perRow),
    ...windowsOf(lists, weighted, rowOf, places.subarray(0, found), memoryNos),
    idf,
    full,
  };
}

/** The windows of all places, term by term. Each place and its neighbours stand side by side in one ascending list of keys, so that no key is looked up twice. */
function windowsOf(
  lists: readonly PostingList[],
  weights: Float64Array,
  rowOf: Int32Array,
  places: Float64Array,
  memoryNos: Int32Array,
): Pick<KeywordScores, "windowKeys" | "windows" | "windowMemoryNos"> {
  const windowKeys = around(places.filter((key) => key >= 0).sort());
  const windows = new Float64Array(windowKeys.length);
  const windowMemoryNos = new Int32Array(windowKeys.length);
  const frequencies = new Int32Array(windowKeys.length);
  const from = new Int32Array(places.length);
  const to = new Int32Array(places.length).fill(-1);
  places.forEach((key, row) => {
    if (key < 0) return;
    const at = firstFrom(windowKeys, key);
    windowMemoryNos[at] = memoryNos[row]!;
    from[row] = at - before(key);
    to[row] = at + WINDOW;
  });
  let posting = 0;
  lists.forEach((list, n) => {
    const first = posting;
    for (let i = 0; i < list.memoryNos.length; i++) {
      const row = rowOf[posting++]!;
      for (let at = from[row]!; at <= to[row]!; at++) frequencies[at]! += list.frequencies[i]!;
    }
    for (let p = first; p < posting; p++) {
      const row = rowOf[p]!;
      for (let at = from[row]!; at <= to[row]!; at++) {
        const frequency = frequencies[at]!;
        if (frequency === 0) continue; // counted for another memory of the window
        windows[at]! += (weights[n]! * frequency * (K1 + 1)) / (frequency + K1);
        frequencies[at] = 0;
      }
    }
  });
  return { windowKeys, windows, windowMemoryNos };
}

/** Neighbours before a place: none before the first of a run. */
const before = (key: number): number => Math.min(WINDOW, placeOf(key).position);

/** The places themselves and their neighbours, each once; `sorted` ascends. */
function around(sorted: Float64Array): Float64Array {
  const keys = new Float64Array(sorted.length * (2 * WINDOW + 1));
  let size = 0;
  let last = -1;
  for (const key of sorted) {
    for (let near = Math.max(last + 1, key - before(key)); near <= key + WINDOW; near++) keys[size++] = near;
    last = key + WINDOW;
  }
  return keys.subarray(0, size);
}
