// Remote rerankers: TEI and Cohere-style servers.
// In: a query and texts. Out: scores in 0…1; `model_unavailable` for a server that is down or gives too few scores.

import { coherePath } from "../embedding/wires.js";
import { callJson, type ModelServer } from "../http/post-json.js";
import { at, byIndex, listOf, wrongAnswer } from "../http/read-answer.js";
import type { ScorePairs } from "./measured.js";
import { normaliseScores } from "./normalise.js";

/** `POST /rerank` of text-embeddings-inference, `batchSize` texts a call, one call after the other. */
export function teiScores(server: ModelServer, batchSize: number): ScorePairs {
  return async (query, texts, signal) => {
    const scores: number[] = [];
    for (let i = 0; i < texts.length; i += batchSize) {
      const batch = texts.slice(i, i + batchSize);
      const answer = await callJson(server, "/rerank", { query, texts: batch, truncate: true, raw_scores: false }, signal);
      scores.push(...numbers(server, byIndex(server.name, listOf(server.name, answer, "scores"), batch.length, "score")));
    }
    return normaliseScores(scores);
  };
}

/** `POST /v2/rerank` of Cohere and its imitators; also an address that ends in `/rerank` itself. */
export function cohereScores(server: ModelServer, model: string): ScorePairs {
  const path = coherePath(server.url, "rerank");
  return async (query, texts, signal) => {
    const answer = await callJson(server, path, { model, query, documents: texts, top_n: texts.length }, signal);
    const results = listOf(server.name, at(answer, "results"), "results");
    return normaliseScores(numbers(server, byIndex(server.name, results, texts.length, "relevance_score")));
  };
}

/** JSON knows no NaN: servers write null for it. */
function numbers(server: ModelServer, values: readonly unknown[]): readonly number[] {
  return values.map((value) => {
    if (value === null) return Number.NaN;
    if (typeof value !== "number") throw wrongAnswer(server.name, "a score that is not a number");
    return value;
  });
}
