// The pace of a reranker, so that recall can give it as many pairs as fit its time.
// In: a way to score. Out: a RerankProvider that knows its pairs per second.

import type { RerankProvider } from "./provider.js";

export type ScorePairs = (query: string, texts: readonly string[], signal: AbortSignal | undefined) => Promise<readonly number[]>;

/** A new measurement counts this much against the ones before it: a single slow call does not halve what recall dares to ask. */
const NEWEST_SHARE = 0.3;

/** Used by `warm`: about as long as memories are. */
const WARM_QUERY = "What was agreed about the next meeting?";
const WARM_TEXT =
  "They agreed to meet again on the first Thursday of the month, in the small room on the second floor, and to bring the figures of the last quarter along.";
const WARM_PAIRS = 8;

export function measured(name: string, score: ScorePairs, load: () => Promise<unknown>, close: () => Promise<void>): RerankProvider {
  let pace: number | null = null;

  async function scoreMeasured(query: string, texts: readonly string[], signal?: AbortSignal): Promise<readonly number[]> {
    if (texts.length === 0) return [];
    const started = performance.now();
    const scores = await score(query, texts, signal);
    const seconds = Math.max(performance.now() - started, 0.01) / 1000;
    const now = texts.length / seconds;
    pace = pace === null ? now : NEWEST_SHARE * now + (1 - NEWEST_SHARE) * pace;
    return scores;
  }

  return {
    name,
    score: scoreMeasured,
    pairsPerSecond: () => pace,
    async warm() {
      await load();
      if (pace === null) {
        await scoreMeasured(
          WARM_QUERY,
          Array.from({ length: WARM_PAIRS }, () => WARM_TEXT),
        );
      }
    },
    close,
  };
}
