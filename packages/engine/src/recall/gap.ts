/** How far apart two results are, on the scale on which the bounds of settling were measured. Pure. */

import type { Ranked } from "./candidate.js";

/**
 * By what they are sorted by, or by the built-in score where a cross-encoder has read others but not both of these: below its cut a result is sorted by 0.3 of
 * that score, so that the same bound would let three times as much pass there, and across the cut next to nothing.
 */
export function gapAmong(ranked: readonly Ranked[]): (upper: Ranked, lower: Ranked) => number {
  const isRead = ranked.some(({ reranked }) => reranked !== null);
  return (upper, lower) =>
    isRead && (upper.reranked === null || lower.reranked === null) ? upper.score - lower.score : upper.final - lower.final;
}
