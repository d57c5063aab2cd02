// Pooling: the hidden states of a text become one unit vector.
// In: the encoder's output for a batch and how many positions each text holds. Out: one vector per text.
// Pure.

export type EncoderPooling = "mean" | "cls";

/**
 * Reduces `[batch, length, width]` hidden states to `[batch, width]`, each row scaled to length 1.
 * `mean` averages the attended positions only (e5, and Sentence-BERT: Reimers & Gurevych, EMNLP 2019); `cls` takes the first one.
 * A row that is all zero, or not finite, stays zero: it is near nothing.
 */
export function poolUnit(
  hidden: Float32Array,
  lengths: readonly number[],
  paddedLength: number,
  width: number,
  pooling: EncoderPooling,
): Float32Array {
  const out = new Float32Array(lengths.length * width);
  lengths.forEach((length, row) => {
    const target = out.subarray(row * width, (row + 1) * width);
    const positions = pooling === "cls" ? 1 : length;
    for (let position = 0; position < positions; position++) {
      const start = (row * paddedLength + position) * width;
      for (let i = 0; i < width; i++) target[i] = target[i]! + hidden[start + i]!;
    }
    scaleToUnit(target);
  });
  return out;
}

/** Scales `vector` in place to length 1. A vector without a finite, positive length becomes zero. */
export function scaleToUnit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return vector.fill(0);
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! / length;
  return vector;
}
