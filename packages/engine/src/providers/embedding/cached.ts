// Embedding with a cache: each text of a call is computed once, and not at all when it was computed before.
// In: a way to embed distinct texts. Out: a way to embed any texts, in input order.

import { type TextRole, vectorCache } from "./vector-cache.js";

export type EmbedTexts = (role: TextRole, texts: readonly string[], signal: AbortSignal | undefined) => Promise<readonly Float32Array[]>;

/** Every vector that is given out is the caller's own: changing it changes nothing here. */
export function cached(embed: EmbedTexts, budgetBytes: number): EmbedTexts {
  const cache = vectorCache(budgetBytes);
  return async (role, texts, signal) => {
    const found = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (const text of new Set(texts)) {
      const vector = cache.get(role, text);
      if (vector === undefined) missing.push(text);
      else found.set(text, vector);
    }
    if (missing.length > 0) {
      const vectors = await embed(role, missing, signal);
      missing.forEach((text, i) => {
        cache.put(role, text, vectors[i]!);
        found.set(text, vectors[i]!);
      });
    }
    const given = new Set<string>();
    return texts.map((text) => {
      const vector = found.get(text)!;
      if (given.has(text)) return vector.slice();
      given.add(text);
      return vector;
    });
  };
}
