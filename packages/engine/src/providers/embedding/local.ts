// The local encoder: an ONNX model on this machine's CPU, no network.
// In: texts. Out: unit vectors, cached by text. Loaded on first use, or by `warm`.

import { fileURLToPath } from "node:url";
import { E5_SMALL_V2, type EncoderManifest } from "@hindsight-memory/models-en";
import { modelRunner } from "../onnx/runner.js";
import { piecewiseLinear } from "./calibration.js";
import type { EmbeddingProvider } from "./provider.js";
import { type TextRole, vectorCache } from "./vector-cache.js";

export interface LocalEncoderOptions {
  /** Threads of one matrix product; default 2. */
  readonly threads?: number;
  /** Budget of the vector cache in bytes; 0 turns it off. */
  readonly cacheBytes?: number;
  readonly manifest?: EncoderManifest;
}

/** A local encoder can be loaded ahead of its first use. */
export interface LocalEmbeddingProvider extends EmbeddingProvider {
  /** Loads the model and runs it once. The server calls it after it listens. */
  warm(): Promise<void>;
}

/** Texts of calls up to this size take turns with larger ones: a single note does not wait for an import. */
const FEW = 8;

/** Measured on 2 cores with LoCoMo turns: docs/decisions/local-encoder.md. */
const LIMITS = { maxBatchInputs: 8, maxBatchTokens: 256 } as const;

const DEFAULT_THREADS = 2;
const DEFAULT_CACHE_BYTES = 8 * 1024 * 1024;

export function localEmbeddingProvider(options: LocalEncoderOptions = {}): LocalEmbeddingProvider {
  const manifest = options.manifest ?? E5_SMALL_V2;
  const runner = modelRunner(`The local encoder ${manifest.name}`, {
    modelPath: fileURLToPath(manifest.model.url),
    tokenizerPath: fileURLToPath(manifest.tokenizer.url),
    modelSha256: manifest.model.sha256,
    tokenizerSha256: manifest.tokenizer.sha256,
    maxTokens: manifest.maxTokens,
    task: { kind: "embed", pooling: manifest.pooling },
    threads: options.threads ?? DEFAULT_THREADS,
    ...LIMITS,
  });
  const cache = vectorCache(options.cacheBytes ?? DEFAULT_CACHE_BYTES);
  const prefixes: Record<TextRole, string> = { query: manifest.queryPrefix, passage: manifest.passagePrefix };

  async function embed(role: TextRole, texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const found = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (const text of new Set(texts)) {
      const vector = cache.get(role, text);
      if (vector === undefined) missing.push(text);
      else found.set(text, vector);
    }
    if (missing.length > 0) {
      const lane = role === "query" ? "query" : missing.length <= FEW ? "few" : "many";
      const inputs = missing.map((text) => prefixes[role] + text);
      const { values, width } = await runner.run(lane, inputs, signal);
      missing.forEach((text, i) => {
        const vector = values.slice(i * width, (i + 1) * width);
        cache.put(role, text, vector);
        found.set(text, vector);
      });
    }
    const given = new Set<string>();
    return texts.map((text) => {
      const vector = found.get(text)!;
      if (given.has(text)) return vector.slice();
      given.add(text);
      return vector;
    });
  }

  return {
    model: Object.freeze({
      name: manifest.name,
      dimension: manifest.dimension,
      languages: manifest.languages,
      ...piecewiseLinear(manifest.calibration),
    }),
    embedQuery: async (text, signal) => (await embed("query", [text], signal))[0]!,
    embedPassages: (texts, signal) => embed("passage", texts, signal),
    async warm() {
      await runner.load();
    },
    close: () => runner.close(),
  };
}
