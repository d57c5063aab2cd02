/** The optional second opinion: a cross-encoder over the best of the pool, for as long as its time allows. */

import type { RequestContext } from "../context.js";
import { humanDate } from "../domain/time/index.js";
import type { RerankProvider, RerankReport, RerankScores } from "../providers/rerank/provider.js";
import type { Ranked } from "./candidate.js";
import type { Question } from "./question.js";
import { byFinal } from "./rank.js";

/** Most pairs, however long the time and fast the model: what lies behind them is seldom an answer (the contract's RERANKER_MAX_CANDIDATES). */
const MAX_PAIRS = 300;
/** Share of the cross-encoder in the final score; the rest keeps the place in the dialogue, which it cannot see. */
const SHARE = 0.7;

export interface Reranking {
  readonly ranked: readonly Ranked[];
  /** Null when no cross-encoder took part, or nothing was there to score. */
  readonly report: RerankReport | null;
}

/** A reranker that fails or is too slow leaves the order as it is; only the caller's own hang-up passes as an error. */
export async function rerank(ctx: RequestContext, question: Question, ranked: readonly Ranked[]): Promise<Reranking> {
  const { reranker } = ctx;
  const { rerankBudgetMs: budgetMs } = question;
  if (reranker === null || !question.uses.reranker || budgetMs === 0 || ranked.length === 0) return { ranked, report: null };
  const started = performance.now();
  const candidates = ranked.slice(0, MAX_PAIRS);
  const { scores, cut } = await scoresOf(ctx, reranker, question, candidates);
  const scored = scores.filter((score) => score !== null).length;
  const milliseconds = performance.now() - started;
  const report = { model: reranker.name, budgetMs, candidates: candidates.length, scored, milliseconds, cut, circuit: reranker.circuit() };
  ctx.onReranked?.(report);
  return { ranked: mix(ranked, scores), report };
}

/**
 * final = 0.7 · cross-encoder + 0.3 · S for what was scored, 0.3 · S for the rest. A score is at least 0, so what was not scored stands where it would
 * with the worst score there is: it never passes what was scored and stood before it, and keeps its order among the rest. Where nothing was scored, S stands.
 * `scores` are those of the first of `ranked`.
 */
export function mix(ranked: readonly Ranked[], scores: readonly (number | null)[]): readonly Ranked[] {
  if (scores.every((score) => score === null)) return ranked;
  const again = ranked.map((entry, index): Ranked => {
    const reranked = scores[index] ?? null;
    return { ...entry, reranked, final: SHARE * (reranked ?? 0) + (1 - SHARE) * entry.final };
  });
  return again.sort(byFinal);
}

async function scoresOf(
  ctx: RequestContext,
  reranker: RerankProvider,
  question: Question,
  candidates: readonly Ranked[],
): Promise<RerankScores> {
  try {
    return await reranker.score(question.text, candidates.map(pairText), { budgetMs: question.rerankBudgetMs, signal: ctx.signal });
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn({ err: error }, "the reranker broke down: recall keeps the built-in order");
    return { scores: candidates.map(() => null), cut: "reranker_failed" };
  }
}

/** What the cross-encoder reads: the date, where the event has one, and the text. */
function pairText({ row }: Ranked): string {
  const date =
    row.occurredStart === null ? "" : `[Date: ${humanDate({ at: row.occurredStart, offsetMinutes: row.mentionedOffset ?? 0 })}] `;
  return date + row.text;
}
