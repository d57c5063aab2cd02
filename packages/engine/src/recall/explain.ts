/** The trace: why each result is where it is, in the contract's form. Asking for it changes no result. */

import type { RerankReport } from "../providers/rerank/provider.js";
import type { ArmResults } from "./arms/index.js";
import { ARM_NAMES, type ArmName, type Candidate, type Ranked } from "./candidate.js";
import type { Collapsed } from "./collapse.js";
import { type Cut, cutsOf } from "./cuts.js";
import type { Folded } from "./fold.js";
import type { Pool } from "./merge.js";
import type { Question } from "./question.js";
import type { Spread } from "./spread.js";
import type { Trimmed } from "./trim.js";

export interface Phase {
  readonly name: string;
  readonly milliseconds: number;
  /** The stage that it is a part of: its time is in that stage's too. */
  readonly within?: string;
}

/** Everything that the stages found, for the trace to tell. */
export interface Findings {
  readonly question: Question;
  readonly found: ArmResults;
  readonly pool: Pool;
  /** What was ranked, best first, before anything but `excluded` was cut. */
  readonly scored: readonly Ranked[];
  /** Of these, what counts half: its source or its text is not to be believed. */
  readonly demoted: readonly Ranked[];
  /** What was left of it, in the order in which it is shown. */
  readonly ranked: readonly Ranked[];
  /** Not to be shown in this bank, as its memory defense has it. */
  readonly excluded: readonly Ranked[];
  readonly spreading: Pick<Spread, "width" | "inTime">;
  readonly folded: Folded;
  readonly collapsed: Collapsed;
  readonly trimmed: Trimmed;
  readonly degraded: readonly string[];
  /** Null where no cross-encoder took part. */
  readonly reranking: RerankReport | null;
  readonly phases: readonly Phase[];
  readonly milliseconds: number;
}

/** The contract's names of the arms and of what they score by. */
const METHODS: Readonly<Record<ArmName, { readonly method: string; readonly score: string; readonly rank: string }>> = {
  semantic: { method: "semantic", score: "similarity", rank: "semantic_rank" },
  keyword: { method: "bm25", score: "bm25_score", rank: "bm25_rank" },
  graph: { method: "graph", score: "activation", rank: "graph_rank" },
  temporal: { method: "temporal", score: "temporal_score", rank: "temporal_rank" },
};

const seconds = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1e6;

export function explain(findings: Findings): Readonly<Record<string, unknown>> {
  const { question, found, pool, ranked, collapsed, trimmed, phases } = findings;
  const { minScores: floors, maxTokens } = question;
  const cuts = cutsOf({ ...findings, pool: pool.candidates, passed: ranked, floors, maxTokens });
  const demoted = new Set(findings.demoted.map(({ row }) => row.id));
  const rrfRank = new Map(pool.candidates.map(({ row }, index) => [row.id, index + 1]));
  return {
    query: {
      query_text: question.text,
      query_embedding: found.comparison === null ? [] : Array.from(found.comparison.vector),
      timestamp: question.asked.at.toISOString(),
      budget: question.budget,
      max_tokens: question.maxTokens,
      tags: question.tags,
      tags_match: question.tagsMatch,
      temporal_constraint:
        question.window === null
          ? null
          : { start: question.window.start.toISOString(), end: question.window.end.toISOString(), source: question.windowSource },
      language: question.language,
      terms: question.analysis.terms,
      identifiers: question.analysis.identifiers,
      // several things asked for: "several", "all" or "order"; of the last, how many of the first results stand by time instead of by rank
      wide: findings.spreading.width,
      in_order_of_time: findings.spreading.inTime,
    },
    retrieval_results: found.arms.flatMap(({ name, milliseconds }) => retrievalOf(question, pool, name, milliseconds)),
    rrf_merged: pool.candidates.map((candidate, index) => ({
      node_id: candidate.row.id,
      text: candidate.row.text,
      rrf_score: candidate.fused,
      source_ranks: sourceRanks(candidate),
      final_rrf_rank: index + 1,
    })),
    reranked: ranked.map((entry, index) => ({
      node_id: entry.row.id,
      text: entry.row.text,
      rerank_score: entry.final,
      rerank_rank: index + 1,
      rrf_rank: rrfRank.get(entry.row.id) ?? null,
      rank_change: (rrfRank.get(entry.row.id) ?? index + 1) - (index + 1),
      score_components: { ...entry.parts, sum: entry.score, cross_encoder: entry.reranked, final: entry.final },
      ...(demoted.has(entry.row.id) ? { demoted: true } : {}),
    })),
    entry_points: pool.candidates
      .filter(({ arms }) => arms.semantic !== undefined)
      .sort((a, b) => a.arms.semantic!.rank - b.arms.semantic!.rank)
      .slice(0, 10)
      .map(({ row, similarity, arms }) => ({ node_id: row.id, text: row.text, similarity_score: similarity, rank: arms.semantic!.rank })),
    visits: [...found.reached].map(([memoryNo, { activation, seedNo }]) => ({
      node_id: idOf(pool, memoryNo),
      from: idOf(pool, seedNo),
      activation,
    })),
    pruned: cuts.map(pruned),
    degraded: findings.degraded,
    reranker: rerankerOf(findings.reranking),
    summary: {
      candidates: pool.named,
      pool: pool.candidates.length,
      reranked_pairs: findings.reranking?.scored ?? 0,
      // named by an arm, and too far down for the pool
      beyond_pool: Math.max(0, pool.named - question.depth),
      cuts: counted(cuts),
      restatements: collapsed.restated.length,
      skipped_for_tokens: trimmed.skipped,
      tokens: trimmed.tokens,
      results_returned: trimmed.shown.length,
      total_duration_seconds: seconds(findings.milliseconds),
      phase_metrics: phases.map(({ name, milliseconds, within }) => ({
        phase_name: name,
        duration_seconds: seconds(milliseconds),
        details: within === undefined ? {} : { within },
      })),
    },
    final_results: trimmed.shown.map(({ row, final }, index) => ({ node_id: row.id, text: row.text, rank: index + 1, score: final })),
  };
}

/** The contract's two fields, and what a reader needs to see why without joining lists. */
function pruned({ candidate: { row }, reason, rank, score, by, floor, tokens }: Cut): Readonly<Record<string, unknown>> {
  return {
    node_id: row.id,
    reason,
    text: row.text,
    rank,
    score,
    ...(by === undefined ? {} : { by }),
    ...(floor === undefined ? {} : { floor: floor.name, least: floor.least }),
    ...(tokens === undefined ? {} : { tokens: tokens.needed, tokens_left: tokens.left }),
  };
}

function counted(cuts: readonly Cut[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { reason } of cuts) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

function rerankerOf(report: RerankReport | null): Readonly<Record<string, unknown>> | null {
  if (report === null) return null;
  const { model, budgetMs, candidates, scored, milliseconds, cut, circuit } = report;
  return { model, budget_ms: budgetMs, candidates, scored, duration_seconds: seconds(milliseconds), cut, circuit };
}

/** One entry per arm and kind of memory. Ranks are those within the arm; what did not reach the pool is not listed. */
function retrievalOf(question: Question, pool: Pool, name: ArmName, milliseconds: number): readonly Record<string, unknown>[] {
  const { method, score } = METHODS[name];
  return question.kinds.map((kind) => ({
    method_name: method,
    fact_type: kind,
    results: pool.candidates
      .filter(({ row, arms }) => row.kind === kind && arms[name] !== undefined)
      .sort((a, b) => a.arms[name]!.rank - b.arms[name]!.rank)
      .map(({ row, arms }) => ({
        rank: arms[name]!.rank,
        node_id: row.id,
        text: row.text,
        context: null,
        event_date: (row.occurredStart ?? row.mentionedAt)?.toISOString() ?? null,
        fact_type: row.kind,
        score: arms[name]!.score,
        score_name: score,
      })),
    duration_seconds: seconds(milliseconds),
    metadata: {},
  }));
}

function sourceRanks({ arms }: Candidate): Readonly<Record<string, number | null>> {
  return Object.fromEntries(ARM_NAMES.map((name) => [METHODS[name].rank, arms[name]?.rank ?? null]));
}

function idOf(pool: Pool, memoryNo: number): string | null {
  return pool.candidates.find(({ row }) => row.memoryNo === memoryNo)?.row.id ?? null;
}
