// Remote rerankers: TEI, and servers that speak as Cohere's does.
// In: a query and a batch of texts. Out: their scores on the server's scale; `model_unavailable` for a server that is down or gives no such answer.

import { coherePath } from "../embedding/wires.js";
import { callJson, type ModelServer } from "../http/post-json.js";
import { at, byIndex, listOf, wrongAnswer } from "../http/read-answer.js";
import type { PairScorer } from "./provider.js";

/** Servers cut the texts themselves; this bounds what a long text is thought to cost. */
const MAX_PAIR_TOKENS = 512;

/** `POST /rerank` of text-embeddings-inference. */
export function teiScorer(server: ModelServer, batchSize: number): PairScorer {
  return scorer("tei", batchSize, async (query, texts, signal, budgetMs) => {
    const answer = await callJson(within(server, budgetMs), "/rerank", { query, texts, truncate: true, raw_scores: false }, signal);
    return numbers(server, byIndex(server.name, listOf(server.name, answer, "scores"), texts.length, "score"));
  });
}

/** `POST /v2/rerank` of Cohere and its imitators; also an address that ends in `/rerank` itself, or in a version such as `/v1`. */
export function cohereScorer(server: ModelServer, model: string, batchSize: number): PairScorer {
  const path = coherePath(server.url, "rerank");
  return scorer(`cohere:${model}`, batchSize, async (query, texts, signal, budgetMs) => {
    const answer = await callJson(within(server, budgetMs), path, { model, query, documents: texts, top_n: texts.length }, signal);
    const results = listOf(server.name, at(answer, "results"), "results");
    return numbers(server, byIndex(server.name, results, texts.length, "relevance_score"));
  });
}

function scorer(name: string, batchSize: number, score: PairScorer["score"]): PairScorer {
  return {
    name,
    limits: { maxPairs: batchSize, window: batchSize, maxTokens: Number.POSITIVE_INFINITY, maxPairTokens: MAX_PAIR_TOKENS },
    hasOneScale: false,
    mustLoad: false,
    score,
    load: async () => undefined,
    close: async () => undefined,
  };
}

/** Repeats and the pauses before them take no more than the recall has left: a pause that would pass it ends the call at once. */
function within(server: ModelServer, budgetMs: number): ModelServer {
  return { ...server, budgetMs: Math.min(server.budgetMs, Math.ceil(budgetMs)) };
}

/** JSON knows no NaN: servers write null for it. */
function numbers(server: ModelServer, values: readonly unknown[]): readonly number[] {
  return values.map((value) => {
    if (value === null) return Number.NaN;
    if (typeof value !== "number") throw wrongAnswer(server.name, "a score that is not a number");
    return value;
  });
}
