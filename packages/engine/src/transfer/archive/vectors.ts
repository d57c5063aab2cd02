/** Vectors as bytes: for each memory its number, then its components, all of four bytes, little-endian. */

import { unreadable } from "./manifest.js";

export function packVectors(vectors: ReadonlyMap<number, Float32Array>, dimension: number): Uint8Array {
  const size = 4 * (1 + dimension);
  const view = new DataView(new ArrayBuffer(vectors.size * size));
  let at = 0;
  for (const [number, vector] of vectors) {
    view.setUint32(at, number, true);
    for (let i = 0; i < dimension; i++) view.setFloat32(at + 4 * (i + 1), vector[i] ?? 0, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** Throws `file_unreadable` for bytes that are no such list, and for numbers that are none. */
export function unpackVectors(bytes: Uint8Array, dimension: number): ReadonlyMap<number, Float32Array> {
  const size = 4 * (1 + dimension);
  if (bytes.byteLength % size !== 0) throw unreadable("its vectors have another length than its manifest says");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vectors = new Map<number, Float32Array>();
  for (let at = 0; at < bytes.byteLength; at += size) {
    const vector = Float32Array.from({ length: dimension }, (_, i) => view.getFloat32(at + 4 * (i + 1), true));
    if (!vector.every(Number.isFinite)) throw unreadable("a vector in it holds what is no number");
    vectors.set(view.getUint32(at, true), vector);
  }
  return vectors;
}
