// Calibration: the map from a model's cosine to the similarity that is shown and compared with thresholds.
// In: measured points and background vectors. Out: the map and its inverse, both rising. Pure.

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
 * near 0; e5-like models, whose unrelated texts lie at 0.7, need points of their own (HINDSIGHT_API_EMBEDDINGS_CALIBRATION).
 */
export const IDENTITY: readonly CalibrationPoint[] = [
  [0, 0],
  [1, 1],
];

/** Straight lines between points, which must rise in both coordinates and run from similarity 0 to 1; throws a RangeError otherwise. */
export function piecewiseLinear(points: readonly CalibrationPoint[]): SimilarityMap {
  const rises = points.every(([cosine, similarity], i) => {
    const before = points[i - 1];
    return before === undefined || (cosine > before[0] && similarity > before[1]);
  });
  if (points.length < 2 || !rises || points[0]?.[1] !== 0 || points.at(-1)?.[1] !== 1) {
    throw new RangeError("calibration points must rise in both coordinates, from similarity 0 to similarity 1");
  }
  const inverse = points.map(([cosine, similarity]) => [similarity, cosine] as const);
  return { similarity: (cosine) => interpolate(points, cosine), cosine: (similarity) => interpolate(inverse, similarity) };
}

/** The map for cosines that lie `shift` too high. */
export function shifted(map: SimilarityMap, shift: number): SimilarityMap {
  return { similarity: (cosine) => map.similarity(cosine - shift), cosine: (similarity) => map.cosine(similarity) + shift };
}

/**
 * How near a question lies to just anything: the mean of its `neighbours` highest cosines with background vectors, which lie one after
 * the other in `background`. All vectors have length 1. The idea is score normalisation by a cohort, as in speaker verification
 * (T-norm: Auckenthaler, Carey & Lloyd-Thomas, Digital Signal Processing 10, 2000).
 */
export function backgroundLevel(query: Float32Array, background: Float32Array, neighbours: number): number {
  const cosines: number[] = [];
  for (let start = 0; start + query.length <= background.length; start += query.length) {
    let cosine = 0;
    for (let i = 0; i < query.length; i++) cosine += query[i]! * background[start + i]!;
    cosines.push(cosine);
  }
  const nearest = cosines.sort((a, b) => b - a).slice(0, neighbours);
  return nearest.reduce((sum, cosine) => sum + cosine, 0) / nearest.length;
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
