// The local encoder: an ONNX model on this machine's CPU, no network.
// In: texts. Out: unit vectors. Loaded on first use, or by `warm`.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { E5_SMALL_V2, type ModelFile } from "@hindsight-memory/models-en";
import { HindsightError } from "../../errors.js";
import type { ModelSpec } from "../onnx/protocol.js";
import { type ModelRunner, modelRunner } from "../onnx/runner.js";
import { cached, type EmbedTexts } from "./cached.js";
import { backgroundLevel, piecewiseLinear, shifted } from "./calibration.js";
import type { EmbeddingModel, EmbeddingProvider } from "./provider.js";
import type { TextRole } from "./vector-cache.js";

export interface LocalEncoderOptions {
  /** Threads of one matrix product; default `defaultThreads()`. */
  readonly threads?: number;
  /** Budget of the vector cache in bytes, default 8 MiB; 0 turns it off. */
  readonly cacheBytes?: number;
}

/** A local encoder can be loaded ahead of its first use. */
export interface LocalEmbeddingProvider extends EmbeddingProvider {
  /** Loads the model and runs it once. The server calls it after it listens. */
  warm(): Promise<void>;
}

/** Texts of calls up to this size take turns with larger ones: a single note does not wait for an import. */
const FEW = 8;

/**
 * One text at a time. An int8 graph scales its activations by the whole batch, so a text's vector depends on what it was computed with
 * (cosine 0.9976 to the same text alone); alone, equal texts have equal vectors, and a query waits for one text at most. Batches of 8
 * would take 18 % less of a core: 6.5 ms a text instead of 7.9 (docs/decisions/local-encoder.md).
 */
const INT8_LIMITS = { maxBatchInputs: 1, maxBatchTokens: 256 } as const;

/** For encoders of the user's own: batches of nearly equal length, short enough that a query need not wait long. */
export const BATCH_LIMITS = { maxBatchInputs: 8, maxBatchTokens: 256 } as const;

const DEFAULT_CACHE_BYTES = 8 * 1024 * 1024;

/** One core is left for the database and the server; beyond two threads a model this small gains little. */
export function defaultThreads(): number {
  return Math.min(2, Math.max(1, availableParallelism() - 1));
}

/** The built-in English encoder. */
export function localEmbeddingProvider(options: LocalEncoderOptions = {}): LocalEmbeddingProvider {
  const { calibration, ...manifest } = E5_SMALL_V2;
  const map = piecewiseLinear(calibration.points);
  const { neighbours, share, typicalLevel } = calibration.background;
  const background = floatsOf(calibration.background.vectors);
  return localEncoder({
    model: Object.freeze({
      name: manifest.name,
      dimension: manifest.dimension,
      languages: manifest.languages,
      ...map,
      forQuery: (query: Float32Array) => shifted(map, share * (backgroundLevel(query, background, neighbours) - typicalLevel)),
    }),
    runner: modelRunner(`The local encoder ${manifest.name}`, {
      modelPath: fileURLToPath(manifest.model.url),
      tokenizerPath: fileURLToPath(manifest.tokenizer.url),
      modelSha256: manifest.model.sha256,
      tokenizerSha256: manifest.tokenizer.sha256,
      maxTokens: manifest.maxTokens,
      task: { kind: "embed", pooling: manifest.pooling },
      threads: options.threads ?? defaultThreads(),
      ...INT8_LIMITS,
    }),
    prefixes: { query: manifest.queryPrefix, passage: manifest.passagePrefix },
    passageLabel: manifest.passageLabel,
    cacheBytes: options.cacheBytes ?? DEFAULT_CACHE_BYTES,
  });
}

/** An encoder of the user's own. It is loaded here, because only the loaded model knows its dimension. */
export async function onnxEmbeddingProvider(
  spec: ModelSpec,
  model: Omit<EmbeddingModel, "dimension">,
  prefixes: Readonly<Record<TextRole, string>>,
  cacheBytes: number,
): Promise<LocalEmbeddingProvider> {
  const runner = modelRunner(`The encoder ${spec.modelPath}`, spec);
  const { width } = await runner.load();
  return localEncoder({ model: { ...model, dimension: width }, runner, prefixes, passageLabel: "", cacheBytes });
}

interface LocalEncoder {
  readonly model: EmbeddingModel;
  readonly runner: ModelRunner;
  readonly prefixes: Readonly<Record<TextRole, string>>;
  /** Put before passages that begin with no label of their own (`Ann: …`); empty puts nothing. */
  readonly passageLabel: string;
  readonly cacheBytes: number;
}

/** A text that begins with who says it or what it is about. */
const LABELLED = /^[^\s:][^:\n]{0,40}: /;

function localEncoder({ model, runner, prefixes, passageLabel, cacheBytes }: LocalEncoder): LocalEmbeddingProvider {
  const input = (role: TextRole, text: string): string =>
    prefixes[role] + (role === "passage" && passageLabel !== "" && !LABELLED.test(text) ? passageLabel : "") + text;
  const embed: EmbedTexts = cached(async (role, texts, signal) => {
    const lane = role === "query" ? "query" : texts.length <= FEW ? "few" : "many";
    const { values, width } = await runner.run(
      lane,
      texts.map((text) => input(role, text)),
      signal,
    );
    if (width !== model.dimension) {
      throw new HindsightError("model_unavailable", `${model.name} gives ${width} numbers a text, expected ${model.dimension}.`);
    }
    return texts.map((_, i) => values.slice(i * width, (i + 1) * width));
  }, cacheBytes);
  return {
    model,
    embedQuery: async (text, signal) => (await embed("query", [text], signal))[0]!,
    embedPassages: (texts, signal) => embed("passage", texts, signal),
    async warm() {
      await runner.load();
    },
    close: () => runner.close(),
  };
}

/** Reads a small file of little-endian float32 that came with the package. */
function floatsOf(file: ModelFile): Float32Array {
  const bytes = readFileSync(file.url);
  if (createHash("sha256").update(bytes).digest("hex") !== file.sha256) {
    throw new HindsightError("model_unavailable", `${fileURLToPath(file.url)} is damaged; install @hindsight-memory/models-en again.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(i * 4, true));
}
