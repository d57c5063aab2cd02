// Calibration: the map from a model's cosine to the similarity that is shown and compared with thresholds.
// In: measured points. Out: the map and its inverse, both rising. Pure.

/** Maps a cosine to a similarity and back. */
export interface SimilarityMap {
  /** In 0…1; cosines below the first point are 0, above the last 1. Not a number is 0. */
  similarity(cosine: number): number;
  /** The cosine at which a threshold lies: the inverse between the first and the last point. */
  cosine(similarity: number): number;
}

export type CalibrationPoint = readonly [cosine: number, similarity: number];

/**
 * For a model that was never measured: the cosine itself, with its negative half cut off. Right for models whose unrelated texts lie
 * near 0 (OpenAI's text-embedding-3, Cohere's embed-v3 lie at about 0.1–0.2); e5-like models need points of their own.
 */
export const IDENTITY: readonly CalibrationPoint[] = [
  [0, 0],
  [1, 1],
];

/** Straight lines between points, which must rise in both coordinates and run from similarity 0 to 1. */
export function piecewiseLinear(points: readonly CalibrationPoint[]): SimilarityMap {
  const rises = points.every(([cosine, similarity], i) => {
    const before = points[i - 1];
    return before === undefined || (cosine > before[0] && similarity > before[1]);
  });
  if (points.length < 2 || !rises || points[0]?.[1] !== 0 || points.at(-1)?.[1] !== 1) {
    throw new RangeError("calibration points must rise in both coordinates, from similarity 0 to similarity 1");
  }
  const forward = points;
  const backward = points.map(([cosine, similarity]) => [similarity, cosine] as const);
  return { similarity: (cosine) => interpolate(forward, cosine), cosine: (similarity) => interpolate(backward, similarity) };
}

function interpolate(points: readonly (readonly [x: number, y: number])[], x: number): number {
  const [firstX, firstY] = points[0]!;
  if (!(x > firstX)) return firstY;
  for (let i = 1; i < points.length; i++) {
    const [x1, y1] = points[i]!;
    if (x > x1) continue;
    const [x0, y0] = points[i - 1]!;
    return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
  }
  return points.at(-1)![1];
}
