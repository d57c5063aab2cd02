/** Why a candidate is not among the results: one entry for each, in the order of the stages that cut. Pure; made for a trace alone. */

import type { MinScores } from "../domain/requests.js";
import type { Candidate, Ranked } from "./candidate.js";
import type { Collapsed } from "./collapse.js";
import type { Folded } from "./fold.js";
import { tokensOf } from "./reading.js";
import type { Trimmed } from "./trim.js";

/**
 * `unrelated`: nothing in the whole pool is about the question. `low_trust`, `instruction_like`: kept back by the bank's memory defense. `min_score`: below
 * a floor of the request. `evidence`: an observation stands for it, or it is one whose facts answer better. `restatement`: what `by` names says
 * the same. `tokens`: it did not fit into what was left of max_tokens.
 */
export type CutReason = "unrelated" | "low_trust" | "instruction_like" | "min_score" | "evidence" | "restatement" | "tokens";

export interface Cut {
  readonly candidate: Candidate;
  readonly reason: CutReason;
  /** Place among what was scored, from 1; null where nothing was. */
  readonly rank: number | null;
  readonly score: number | null;
  /** Id of the memory that stands for it. */
  readonly by?: string;
  /** The floor that it lies below. */
  readonly floor?: { readonly name: "reranker" | "final"; readonly least: number };
  /** Tokens of its text, and how many were left when its turn came. */
  readonly tokens?: { readonly needed: number; readonly left: number };
}

export interface CutFindings {
  readonly pool: readonly Candidate[];
  /** What was ranked, best first, before anything else was cut: empty where nothing was about the question. */
  readonly scored: readonly Ranked[];
  /** Not among `scored`. */
  readonly excluded: readonly Ranked[];
  /** What passed the floors. */
  readonly passed: readonly Ranked[];
  readonly folded: Folded;
  readonly collapsed: Collapsed;
  readonly trimmed: Trimmed;
  readonly floors: MinScores;
  readonly maxTokens: number;
}

export function cutsOf(findings: CutFindings): readonly Cut[] {
  const { pool, scored, excluded, passed, folded, collapsed } = findings;
  const ranks = new Map(scored.map(({ row }, index) => [row.id, index + 1]));
  const cut = (entry: Ranked, reason: CutReason, more: Partial<Cut> = {}): Cut => ({
    candidate: entry,
    reason,
    rank: ranks.get(entry.row.id) ?? null,
    score: entry.final,
    ...more,
  });
  const keptBack = new Set(excluded.map(({ row }) => row.id));
  const unrelated = pool.filter(({ row }) => !ranks.has(row.id) && !keptBack.has(row.id));
  const passing = new Set(passed.map(({ row }) => row.id));
  const low = scored.filter(({ row }) => !passing.has(row.id));
  return [
    ...unrelated.map((candidate): Cut => ({ candidate, reason: "unrelated", rank: null, score: null })),
    ...excluded.map((entry) => cut(entry, entry.row.trust === "low" ? "low_trust" : "instruction_like")),
    ...low.map((entry) => cut(entry, "min_score", floorOf(entry, findings.floors))),
    ...folded.evidence.map(({ entry, by }) => cut(entry, "evidence", { by })),
    ...collapsed.restated.map(({ entry, by }) => cut(entry, "restatement", { by })),
    ...unfitting(findings).map(({ entry, tokens }) => cut(entry, "tokens", { tokens })),
  ];
}

/** The first floor that an entry does not reach; the one on the cross-encoder asks nothing of what it did not score. */
function floorOf({ reranked }: Ranked, { reranker = null, final = null }: MinScores): Partial<Cut> {
  if (reranker !== null && reranked !== null && reranked < reranker) return { floor: { name: "reranker", least: reranker } };
  return final === null ? {} : { floor: { name: "final", least: final } };
}

/** The walk of the trimming again, with each text counted: the trimming itself does not count what cannot fit. */
function unfitting({ collapsed, trimmed, maxTokens }: CutFindings) {
  const shown = new Set(trimmed.shown.map(({ row }) => row.id));
  let left = maxTokens;
  const out: { readonly entry: Ranked; readonly tokens: { readonly needed: number; readonly left: number } }[] = [];
  for (const entry of collapsed.shown) {
    const needed = tokensOf(entry.row);
    if (shown.has(entry.row.id)) left -= needed;
    else out.push({ entry, tokens: { needed, left } });
  }
  return out;
}
