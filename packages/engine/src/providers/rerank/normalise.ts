// Scores of a cross-encoder, whatever their scale, as numbers in 0…1. Pure.

/**
 * When every score lies in 0…1, they are probabilities already and stay; otherwise they are logits and go through the logistic function. The order of the
 * scores never changes, save that ties may arise at the far ends. What is no finite number is no score: null.
 *
 * `areLogits`: known from earlier scores of the same model, whose logits of one question may all lie in 0…1 by chance.
 */
export function normaliseScores(scores: readonly number[], areLogits = looksLikeLogits(scores)): readonly (number | null)[] {
  return scores.map((score) => (Number.isFinite(score) ? (areLogits ? 1 / (1 + Math.exp(-score)) : score) : null));
}

export function looksLikeLogits(scores: readonly number[]): boolean {
  return scores.some((score) => Number.isFinite(score) && (score < 0 || score > 1));
}
