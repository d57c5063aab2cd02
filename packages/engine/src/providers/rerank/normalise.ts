// Scores of a cross-encoder, whatever their scale, as numbers in 0…1. Pure.

/**
 * What is not a number counts as 0; then, when every score lies in 0…1, they are probabilities already and stay; otherwise they are
 * logits and go through the logistic function. The order of the scores never changes, save that ties may arise at the far ends.
 */
export function normaliseScores(scores: readonly number[]): readonly number[] {
  const numbers = scores.map((score) => (Number.isNaN(score) ? 0 : score));
  if (numbers.every((score) => score >= 0 && score <= 1)) return numbers;
  return numbers.map((score) => 1 / (1 + Math.exp(-score)));
}
