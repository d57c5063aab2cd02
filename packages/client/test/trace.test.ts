// A trace, read: of this server with every reason, of another one with what it tells.

import { expect, test } from "vitest";
import { readTrace } from "../src/trace.js";

const TRACE = {
  query: { language: "en", terms: ["row"], budget: "mid", max_tokens: 60, temporal_constraint: null, wide: "all" },
  rrf_merged: [
    { node_id: "a", text: "A", rrf_score: 0.2, final_rrf_rank: 1, source_ranks: { semantic_rank: 1, bm25_rank: 2, graph_rank: null } },
    { node_id: "b", text: "B", rrf_score: 0.1, final_rrf_rank: 2, source_ranks: { semantic_rank: null, bm25_rank: 1 } },
    { node_id: "c", text: "C", rrf_score: 0.05, final_rrf_rank: 3, source_ranks: { temporal_rank: 4 } },
  ],
  reranked: [
    {
      node_id: "a",
      text: "A",
      rerank_score: 0.9,
      rerank_rank: 1,
      rank_change: 0,
      score_components: { semantic: 0.5, time: 0, role: -0.2, sum: 0.3, cross_encoder: null, final: 0.3 },
    },
    { node_id: "b", text: "B", rerank_score: 0.5, rerank_rank: 2, rank_change: -1, score_components: {}, demoted: true },
  ],
  pruned: [
    { node_id: "b", reason: "tokens", text: "B", rank: 2, score: 0.5, tokens: 34, tokens_left: 14 },
    { node_id: "c", reason: "min_score", text: "C", rank: 3, score: 0.1, floor: "final", least: 0.2 },
    { node_id: "d", reason: "restatement", text: "D", rank: 4, score: 0.1, by: "a" },
  ],
  degraded: ["reranker_time"],
  reranker: { model: "m", candidates: 80, scored: 12, budget_ms: 150 },
  final_results: [{ node_id: "a" }],
  summary: {
    tokens: 46,
    skipped_for_tokens: 1,
    pool: 3,
    candidates: 9,
    reranked_pairs: 12,
    total_duration_seconds: 0.02,
    phase_metrics: [
      { phase_name: "parallel_retrieval", duration_seconds: 0.01, details: {} },
      { phase_name: "keyword_arm", duration_seconds: 0.004, details: { within: "parallel_retrieval" } },
    ],
  },
};

test("each candidate has its way, its parts and the reason why it is not shown", () => {
  const { candidates, ...rest } = readTrace(TRACE);
  expect(candidates.map(({ id, fate, rank, arms, fusedRank }) => ({ id, fate, rank, arms, fusedRank }))).toEqual([
    { id: "a", fate: "shown", rank: 1, arms: { semantic: 1, keyword: 2 }, fusedRank: 1 },
    { id: "b", fate: "tokens", rank: 2, arms: { keyword: 1 }, fusedRank: 2 },
    { id: "c", fate: "min_score", rank: 3, arms: { temporal: 4 }, fusedRank: 3 },
    { id: "d", fate: "restatement", rank: 4, arms: {}, fusedRank: null },
  ]);
  const [a, b, c, d] = candidates;
  expect(a?.parts).toEqual([
    { name: "semantic", value: 0.5 },
    { name: "role", value: -0.2 },
  ]);
  expect([b?.tokens, b?.isDemoted, b?.rise]).toEqual([{ needed: 34, left: 14 }, true, -1]);
  expect([c?.floor, c?.score, c?.text]).toEqual([{ name: "final", least: 0.2 }, 0.1, "C"]);
  expect([d?.by, d?.text]).toEqual(["a", "D"]);
  expect(rest).toMatchObject({
    budget: "mid",
    maxTokens: 60,
    wide: "all",
    rerankedPairs: 12,
    reranker: { model: "m", candidates: 80, budgetMs: 150 },
    degraded: ["reranker_time"],
    serverMs: 20,
    phases: [
      { name: "parallel_retrieval", ms: 10, within: null },
      { name: "keyword_arm", ms: 4, within: "parallel_retrieval" },
    ],
  });
});

test("what another server does not tell is absent, and nothing fails", () => {
  const { query: _, pruned, ...other } = TRACE;
  const bare = readTrace({
    ...other,
    pruned: pruned.map(({ node_id }) => ({ node_id, reason: "another reason" })),
    summary: { skipped_for_tokens: 1 },
  });
  expect(bare.candidates.map(({ id, fate }) => [id, fate])).toEqual([
    ["a", "shown"],
    ["b", "tokens"],
    ["c", "min_score"],
    ["d", "min_score"],
  ]);
  expect([bare.language, bare.budget, bare.wide, bare.phases]).toEqual([null, null, null, []]);
  for (const nothing of [null, undefined, "x", {}])
    expect(readTrace(nothing)).toMatchObject({ candidates: [], phases: [], reranker: null });
});
