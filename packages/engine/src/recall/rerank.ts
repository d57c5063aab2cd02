/** The optional second opinion: a cross-encoder over the best of the pool, for as long as its time allows. */

import type { RequestContext } from "../context.js";
import { humanDate } from "../domain/time/index.js";
import type { RerankProvider } from "../providers/rerank/provider.js";
import type { Ranked } from "./candidate.js";
import type { Question } from "./question.js";
import { byFinal } from "./rank.js";

/** Longest time that reranking may take of a recall. */
const BUDGET_MS = 400;
/** Most pairs however fast the model is. */
const MAX_PAIRS = 300;
/** Pairs of the first call to a provider whose speed is not known yet, and the fewest of any. */
const FIRST_PAIRS = 16;
/** Share of the cross-encoder in the final score; the rest keeps the place in the dialogue, which it cannot see. */
const SHARE = 0.7;

export interface Reranking {
  readonly ranked: readonly Ranked[];
  /** How many were scored; 0 when no cross-encoder is configured. */
  readonly scored: number;
  /** Why fewer than the whole pool were scored; null when all were, or none was to be. */
  readonly degraded: "reranker_failed" | "reranker_time" | null;
}

/**
 * final = 0.7 · cross-encoder + 0.3 · S for what was scored, 0.3 · S for the rest, which so keeps its order among itself.
 * A reranker that fails or is too slow leaves the order as it is; only the caller's own hang-up passes as an error.
 */
export async function rerank(ctx: RequestContext, question: Question, ranked: readonly Ranked[]): Promise<Reranking> {
  const { reranker } = ctx;
  if (reranker === null || !question.uses.reranker || ranked.length === 0) return { ranked, scored: 0, degraded: null };
  const candidates = ranked.slice(0, pairsThatFit(reranker));
  const scores = await scoresOf(ctx, reranker, question, candidates);
  if (scores === null) return { ranked, scored: 0, degraded: "reranker_failed" };
  const again = ranked.map((entry, index): Ranked => {
    const reranked = scores[index] ?? null;
    return { ...entry, reranked, final: SHARE * (reranked ?? 0) + (1 - SHARE) * entry.final };
  });
  const isPartial = candidates.length < Math.min(ranked.length, MAX_PAIRS);
  return { ranked: again.sort(byFinal), scored: candidates.length, degraded: isPartial ? "reranker_time" : null };
}

function pairsThatFit(reranker: RerankProvider): number {
  const perSecond = reranker.pairsPerSecond?.() ?? null;
  if (perSecond === null) return FIRST_PAIRS;
  return Math.min(MAX_PAIRS, Math.max(FIRST_PAIRS, Math.floor((perSecond * BUDGET_MS) / 1000)));
}

async function scoresOf(
  ctx: RequestContext,
  reranker: RerankProvider,
  question: Question,
  candidates: readonly Ranked[],
): Promise<readonly number[] | null> {
  const timeout = AbortSignal.timeout(BUDGET_MS * 3); // the estimate may be off; a server that hangs must not hold the answer
  try {
    const scores = await reranker.score(question.text, candidates.map(pairText), AbortSignal.any([ctx.signal, timeout]));
    return scores.map((score) => (Number.isFinite(score) ? Math.min(1, Math.max(0, score)) : 0));
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn({ err: error }, "the reranker did not answer: recall keeps the built-in order");
    return null;
  }
}

/** What the cross-encoder reads: the date, where the event has one, and the text. */
function pairText({ row }: Ranked): string {
  const date =
    row.occurredStart === null ? "" : `[Date: ${humanDate({ at: row.occurredStart, offsetMinutes: row.mentionedOffset ?? 0 })}] `;
  return date + row.text;
}
