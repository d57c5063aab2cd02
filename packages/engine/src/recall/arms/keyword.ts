/** The keyword arm: BM25 with the document frequencies of the bank, over the terms of the question that tell memories apart. */

import type { RequestContext } from "../../context.js";
import type { BankScope } from "../../domain/scope.js";
import { isAskingTerm } from "../../domain/text/asking-words.js";
import { topOf } from "../../domain/top.js";
import type { HotSource } from "../../hot/index.js";
import type { Statement } from "../../store/db.js";
import type { MentioningMemory } from "../../store/mentions/find-mentioning.js";
import { readPostings } from "../../store/postings/read-postings.js";
import { bankMeasure } from "../bank-measure.js";
import { bm25, heldTerms, inverseDocumentFrequency, type KeywordScores, NO_KEYWORDS } from "../bm25.js";
import type { Hit } from "../candidate.js";
import type { Question } from "../question.js";
import { withOtherNames } from "./other-names.js";
import { singledOut, weighedUp } from "./singled-out.js";
import { countFrequencies, estimateFrequencies } from "./term-frequencies.js";

/** At most this many words of a question are read: its rarest. Plain questions have fewer; of talk, 16 lose .004 of MADial en. */
const MAX_TERMS = 24;
/** Characters, pairs and words of unspaced scripts: a Chinese word is three to five of them (MADial zh BM25 with 24: .48, 32: .49, 48: .50, 64: .51). */
const MAX_UNSPACED_TERMS = 64;
/** Postings of one question together: rarer terms first, as many as fit, but always the rarest three. */
const MAX_POSTINGS = 60_000;
/** The same in a large bank, where a long question would have them all: to read 60,000 takes the database 25 ms of processor time, 24,000 take 11. */
const MAX_POSTINGS_OF_LARGE = 30_000;
const ALWAYS = 3;
/** A term in more of the bank than this is dropped while a rarer one is there. MADial en BM25 .491 → .524, LoCoMo within .002. */
const COMMON_SHARE = 0.1;
/** No term is common in fewer memories than this: in a small bank a tenth is one or two. */
const COMMON_AT_LEAST = 20;
/** However large the bank: so many postings of one term are read, the newest. 16 × 5,000 take 60 ms at 100,000 memories on PostgreSQL. */
const COMMON_AT_MOST = 5_000;
/** Questions with more terms are counted first, so that only what is used is read. */
const READ_AT_ONCE = 12;
/** In a bank of more memories every question is: most of its words are common there, and 5,000 postings that are read for nothing cost 2 ms. */
const LARGE_BANK = 20_000;

const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]/;

export interface KeywordResult {
  readonly hits: readonly Hit[];
  readonly scores: KeywordScores;
  /** Words of a long question that hardly any memory holds (`singled-out.ts`). */
  readonly singled: ReadonlySet<string>;
  /** Memories of the bank, for the trace. */
  readonly memories: number;
  /** By memory number: how much of the question it holds, 0…1, by the weight of its terms; terms that the bank lacks count as missing, words that only ask not at all. */
  coverage(memoryNo: number): number;
}

export async function keywordArm(
  ctx: RequestContext,
  bank: BankScope,
  question: Question,
  filter: Statement | null,
  {
    hot = null,
    among = null,
    mentioning = [],
  }: {
    readonly hot?: HotSource | null;
    readonly among?: readonly number[] | null;
    /** Of the question's names that are called otherwise as well (`other-names.ts`). */
    readonly mentioning?: readonly MentioningMemory[];
  } = {},
): Promise<KeywordResult> {
  const { terms } = question.analysis;
  const measure = hot?.measure() ?? (await bankMeasure(ctx.db, bank, question.nextMemoryNo, performance.now()));
  if (!question.uses.keyword || terms.length === 0 || measure.memories === 0) {
    return { hits: [], scores: NO_KEYWORDS, singled: new Set(), memories: measure.memories, coverage: () => 0 };
  }
  const common = Math.min(COMMON_AT_MOST, Math.max(COMMON_AT_LEAST, Math.floor(measure.memories * COMMON_SHARE)));
  const isLarge = measure.memories > LARGE_BANK;
  const mostPostings = isLarge ? MAX_POSTINGS_OF_LARGE : MAX_POSTINGS;
  let frequencies: ReadonlyMap<string, number> | null = null;
  let wanted = terms;
  if (isLarge || terms.length > READ_AT_ONCE) {
    frequencies = isLarge
      ? (hot?.frequencies(terms, measure.memories) ?? (await estimateFrequencies(ctx.db, bank, terms, question.nextMemoryNo)))
      : (hot?.frequencies(terms, common) ?? (await countFrequencies(ctx.db, bank, terms, common)));
    wanted = selective(
      [...frequencies].map(([term, documentFrequency]) => ({ term, documentFrequency })),
      common,
      mostPostings,
    ).map(({ term }) => term);
  }
  const read = hot?.postings(wanted, common) ?? (await readPostings(ctx.db, bank, wanted, { limit: common, filter, among }));
  const whole = frequencies ?? new Map(read.map((list) => [list.term, list.documentFrequency]));
  const selected = isLarge
    ? read.map((list) => ({ ...list, documentFrequency: whole.get(list.term) ?? list.documentFrequency }))
    : selective(read, common, mostPostings);
  const reading = { filter, hot, among, common, ...measure, mentioning, known: whole };
  const lists = await withOtherNames(ctx, bank, question, selected, reading);
  const singled = singledOut(terms, whole, lists);
  const weights = weighedUp(question.analysis.weights, singled, lists, measure.memories);
  const scores = bm25(lists, measure.memories, measure.meanTermCount, weights);
  const floor = question.minScores.keyword ?? 0;
  const { own, memoryNos } = scores;
  const isEnough = (row: number): boolean => own[row]! >= floor;
  const best = topOf(own, question.depth, (a, b) => memoryNos[b]! - memoryNos[a]!, isEnough);
  const hits = best.map((row) => ({ memoryNo: memoryNos[row]!, place: null, score: own[row]! }));
  return { hits, scores, singled, memories: measure.memories, coverage: coverageOf(terms, whole, scores, measure.memories) };
}

/** The terms that are used: the rarest, and none that is common while a rarer one is there. Ties in the order of the question. */
export function selective<T extends { readonly term: string; readonly documentFrequency: number }>(
  found: readonly T[],
  common: number,
  mostPostings: number = MAX_POSTINGS,
): readonly T[] {
  const rare = found.filter((entry) => entry.documentFrequency <= common);
  const byRarity = [...(rare.length > 0 ? rare : found)].sort((a, b) => a.documentFrequency - b.documentFrequency);
  let words = 0;
  let unspaced = 0;
  let postings = 0;
  return byRarity.filter(({ term, documentFrequency }, index) => {
    postings += Math.min(documentFrequency, common + 1);
    if (postings > mostPostings && index >= ALWAYS) return false;
    return UNSPACED.test(term) ? ++unspaced <= MAX_UNSPACED_TERMS : ++words <= MAX_TERMS;
  });
}

/**
 * In a bank of less, every word that it has would count for little beside one that it lacks: "Which conventions hold?" would hold too little of "The
 * convention is tabs.", its only memory.
 */
const LEAST_MEMORIES = 30;

function coverageOf(
  terms: readonly string[],
  frequencies: ReadonlyMap<string, number>,
  scores: KeywordScores,
  memories: number,
): (memoryNo: number) => number {
  const telling = terms.filter((term) => !isAskingTerm(term));
  const asked = new Set(telling.length > 0 ? telling : terms);
  const weights = new Map(
    [...asked].map((term) => [term, inverseDocumentFrequency(Math.max(memories, LEAST_MEMORIES), frequencies.get(term) ?? 0)]),
  );
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return (memoryNo) => {
    return heldTerms(scores, memoryNo).reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) / all;
  };
}
