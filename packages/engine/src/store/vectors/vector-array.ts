/** Bytes in front of the elements of a one-dimensional array, and in front of the numbers of a vector with its length. */
const ARRAY_HEAD = 20;
const VECTOR_HEAD = 8;

/**
 * Vectors as a `vector[]` in PostgreSQL's binary form (array_recv in src/backend/utils/adt/arrayfuncs.c, vector_recv in pgvector's src/vector.c): the
 * number of dimensions, no nulls, the element type, length and lower bound; then each vector with its size, dimension, and numbers, all big-endian.
 *
 * Bound as text, reading the numbers was the largest single cost of the write path: 50 vectors of 384 took 31–41 ms of processor time on PGlite as
 * text and 7 ms like this.
 */
export function vectorArray(vectors: readonly Float32Array[], vectorType: number): Uint8Array {
  const size = vectors.reduce((sum, vector) => sum + VECTOR_HEAD + vector.length * 4, ARRAY_HEAD);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 1);
  view.setUint32(8, vectorType);
  view.setInt32(12, vectors.length);
  view.setInt32(16, 1);
  let at = ARRAY_HEAD;
  for (const vector of vectors) {
    view.setInt32(at, 4 + vector.length * 4);
    view.setInt16(at + 4, vector.length);
    at += VECTOR_HEAD;
    for (let i = 0; i < vector.length; i++) view.setFloat32(at + i * 4, vector[i] as number);
    at += vector.length * 4;
  }
  return bytes;
}
