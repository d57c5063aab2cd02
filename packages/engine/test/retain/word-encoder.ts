import { createHash } from "node:crypto";
import type { EmbeddingProvider } from "../../src/providers/embedding/provider.js";

/** An encoder that costs nothing, for what a model does not matter to: writing speed, and an encoder that fails on command. */
export interface WordEncoder extends EmbeddingProvider {
  /** While set, the next calls fail with it. */
  failure: Error | null;
  readonly texts: string[];
}

export function wordEncoder(dimension = 384): WordEncoder {
  const vectorOf = (text: string): Float32Array => {
    const vector = new Float32Array(dimension);
    for (const word of text.toLowerCase().split(/\W+/u)) {
      const hash = createHash("md5").update(word).digest();
      const at = hash.readUInt16LE(0) % dimension;
      vector[at] = (vector[at] as number) + 1;
    }
    const length = Math.hypot(...vector) || 1;
    return vector.map((x) => x / length);
  };
  const encoder: WordEncoder = {
    failure: null,
    texts: [],
    model: { name: "words", dimension, languages: ["en"], similarity: (cosine) => cosine, cosine: (similarity) => similarity },
    embedQuery: async (text) => vectorOf(text),
    async embedPassages(texts) {
      if (encoder.failure !== null) throw encoder.failure;
      encoder.texts.push(...texts);
      return texts.map(vectorOf);
    },
    close: async () => undefined,
  };
  return encoder;
}
