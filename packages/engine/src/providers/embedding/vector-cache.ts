// A cache of vectors by the hash of their text, least recently used out first, within a budget of bytes.
// In: texts and vectors. Out: copies of vectors, so that no caller can change what the next one gets.

import { createHash } from "node:crypto";

export interface VectorCache {
  get(role: TextRole, text: string): Float32Array | undefined;
  put(role: TextRole, text: string, vector: Float32Array): void;
}

/** The same words as a query and as a passage have different vectors. */
export type TextRole = "query" | "passage";

/** Bytes of an entry besides its vector: key, map slot, array header. Measured with 10,000 entries in Node 20: 279. */
const ENTRY_BYTES = 280;

/** `budgetBytes` 0 caches nothing. */
export function vectorCache(budgetBytes: number): VectorCache {
  const vectors = new Map<string, Float32Array>();
  let bytes = 0;
  const keyOf = (role: TextRole, text: string): string => createHash("sha256").update(role).update("\0").update(text).digest("base64");
  return {
    get(role, text) {
      const key = keyOf(role, text);
      const vector = vectors.get(key);
      if (vector === undefined) return undefined;
      vectors.delete(key);
      vectors.set(key, vector);
      return vector.slice();
    },
    put(role, text, vector) {
      const size = vector.byteLength + ENTRY_BYTES;
      if (size > budgetBytes) return;
      const key = keyOf(role, text);
      if (vectors.delete(key)) bytes -= size;
      vectors.set(key, vector.slice());
      bytes += size;
      for (const [oldest, old] of vectors) {
        if (bytes <= budgetBytes) break;
        vectors.delete(oldest);
        bytes -= old.byteLength + ENTRY_BYTES;
      }
    },
  };
}
