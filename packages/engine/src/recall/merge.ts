/** Merges the arms into one pool of candidates by reciprocal rank. */

import type { RequestContext } from "../context.js";
import { placeKey } from "../domain/place.js";
import type { BankScope } from "../domain/scope.js";
import { type CandidateRow, type LoadedCandidate, loadCandidates } from "../store/memories/load-candidates.js";
import { cosinesAsBefore } from "./arms/former.js";
import type { ArmResults } from "./arms/index.js";
import type { Comparison } from "./arms/semantic.js";
import { ownScore } from "./bm25.js";
import type { ArmEvidence, Candidate, Hit, RankedArm } from "./candidate.js";
import type { Question } from "./question.js";
import { isSpoken } from "./understand.js";

/**
 * score(d) = Σ_arm 1 / (k + rank_arm(d)), ranks from 1. Cormack, Clarke & Büttcher, SIGIR 2009: only ranks are read, so arms on different scales mix.
 * k = 10, not the usual 60: banks are small, and 60 is flat (LoCoMo dev R_frac@10 of fusion alone .715 against .664).
 */
const K = 10;

/** A memory before it is loaded: by number, or by place as a negative number. */
type Key = number;

const keyOf = (hit: Hit): Key => hit.memoryNo ?? -1 - placeKey(hit.place!.runNo, hit.place!.position);

export interface Merged {
  readonly key: Key;
  readonly hit: Hit;
  readonly arms: ArmEvidence;
  readonly fused: number;
}

/** Ties break by best single rank, then by number, so that the same question gives the same answer. */
export function reciprocalRanks(arms: readonly RankedArm[]): readonly Merged[] {
  const merged = new Map<Key, { key: Key; hit: Hit; arms: Record<string, { rank: number; score: number }>; fused: number; best: number }>();
  for (const { name, hits } of arms) {
    hits.forEach((hit, index) => {
      const rank = index + 1;
      const key = keyOf(hit);
      const entry = merged.get(key) ?? { key, hit, arms: {}, fused: 0, best: rank };
      merged.set(key, entry);
      entry.arms[name] = { rank, score: hit.score };
      entry.fused += 1 / (K + rank);
      entry.best = Math.min(entry.best, rank);
    });
  }
  return [...merged.values()].sort((a, b) => b.fused - a.fused || a.best - b.best || b.key - a.key);
}

export interface Pool {
  readonly candidates: readonly Candidate[];
  /** How many memories the arms named together, before the cut. */
  readonly named: number;
}

/**
 * The pool: the `depth` best by reciprocal rank, loaded under the filter of the request. Pools of 100 to 1,000 rank alike (.852 to .853): what the
 * pool lacks, the arms had far down.
 */
export async function merge(ctx: RequestContext, bank: BankScope, question: Question, found: ArmResults): Promise<Pool> {
  const merged = reciprocalRanks(found.arms);
  const chosen = merged.slice(0, question.depth);
  if (chosen.length === 0) return { candidates: [], named: 0 };
  const loaded = await candidatesOf(ctx, bank, found, {
    memoryNos: chosen.flatMap(({ hit }) => (hit.memoryNo === null ? [] : [hit.memoryNo])),
    places: chosen.flatMap(({ hit }) => (hit.place === null ? [] : [hit.place])),
    comparison: found.comparison,
    filter: found.filter,
  });
  const byKey = new Map(chosen.map((entry) => [entry.key, entry]));
  const near = nearness(found.comparison);
  const { former } = found;
  const lacking = former === null ? [] : loaded.flatMap(({ row, cosine }) => (cosine === null ? [row.memoryNo] : []));
  const cosines = former === null ? NO_COSINES : await cosinesAsBefore(ctx, bank, question, former, lacking);
  const nearBefore = nearness(former);
  const candidates = loaded.map(({ row, cosine }): Candidate => {
    const entries = [byKey.get(row.memoryNo), byKey.get(placeOfRow(row))].filter((entry) => entry !== undefined);
    const [first, second] = entries;
    return {
      row,
      arms: first === undefined ? {} : second === undefined ? first.arms : { ...first.arms, ...second.arms },
      fused: entries.reduce((sum, entry) => sum + entry.fused, 0),
      keyword: ownScore(found.keyword.scores, row.memoryNo),
      ...(cosine === null && former !== null ? nearBefore(row, cosines.get(row.memoryNo) ?? null) : near(row, cosine)),
    };
  });
  return { candidates: candidates.sort((a, b) => b.fused - a.fused || b.row.memoryNo - a.row.memoryNo), named: merged.length };
}

function candidatesOf(
  ctx: RequestContext,
  bank: BankScope,
  { hot }: ArmResults,
  query: Parameters<typeof loadCandidates>[2],
): readonly LoadedCandidate[] | Promise<readonly LoadedCandidate[]> {
  return hot?.candidates(query) ?? loadCandidates(ctx.db, bank, query);
}

type Nearness = Pick<Candidate, "similarity" | "meaning">;
const UNKNOWN: Nearness = { similarity: null, meaning: null };
const NO_COSINES: ReadonlyMap<number, number> = new Map();

/** A text in a language that the encoder was not trained for has a vector that means nothing. */
function nearness(comparison: Comparison | null): (row: CandidateRow, cosine: number | null) => Nearness {
  if (comparison === null) return () => UNKNOWN;
  const { map, languages } = comparison;
  const [from, to] = [map.cosine(0), map.cosine(0.9)];
  return (row, cosine) => {
    if (cosine === null || !isSpoken(row.language, languages)) return UNKNOWN;
    return { similarity: map.similarity(cosine), meaning: Math.max(0, (cosine - from) / (to - from)) };
  };
}

function placeOfRow(row: CandidateRow): Key {
  return row.runNo === null || row.position === null ? Number.NaN : -1 - placeKey(row.runNo, row.position);
}
