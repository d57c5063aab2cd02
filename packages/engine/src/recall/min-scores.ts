/** The floors that a caller sets on the outcome; those on semantic and keyword scores act inside their arms. */

import type { MinScores } from "../domain/requests.js";
import type { Ranked } from "./candidate.js";

/** Both floors are inclusive and must both be met. A floor on the cross-encoder asks nothing of results that it did not score, as when none is configured. */
export function passing(ranked: readonly Ranked[], floors: MinScores): readonly Ranked[] {
  const { reranker = null, final = null } = floors;
  if (reranker === null && final === null) return ranked;
  return ranked.filter(
    (entry) => (reranker === null || entry.reranked === null || entry.reranked >= reranker) && (final === null || entry.final >= final),
  );
}
