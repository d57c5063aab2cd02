// embedding: text to vectors, by the encoder that the settings name.
// In: settings. Out: one EmbeddingProvider, ready to be asked; `configuration_invalid` for settings that cannot work.
// A model whose dimension is not known beforehand is asked for one vector here; `model_unavailable` when that fails.

import type { Logger } from "pino";
import type { Settings } from "../../config/index.js";
import { HindsightError } from "../../errors.js";
import { callJson, type ModelServer, serverUrl } from "../http/post-json.js";
import { at } from "../http/read-answer.js";
import { modelFiles } from "../onnx/model-files.js";
import { type CalibrationPoint, IDENTITY, piecewiseLinear } from "./calibration.js";
import { BATCH_LIMITS, defaultThreads, localEmbeddingProvider, onnxEmbeddingProvider } from "./local.js";
import type { EmbeddingModel, EmbeddingProvider } from "./provider.js";
import { type EmbeddingWire, remoteEmbeddingProvider } from "./remote.js";
import { coherePath, cohereWire, openaiWire, teiWire } from "./wires.js";

const MEBIBYTE = 1024 * 1024;

/** Lengths of well-known models' vectors, from their documentation; they save a call at start. */
const KNOWN_DIMENSIONS: Readonly<Record<string, number>> = {
  "text-embedding-3-small": 1536,
  "text-embedding-3-large": 3072,
  "text-embedding-ada-002": 1536,
  "embed-english-v3.0": 1024,
  "embed-multilingual-v3.0": 1024,
  "embed-english-light-v3.0": 384,
  "embed-multilingual-light-v3.0": 384,
};

/** The most texts that Cohere takes in one call. */
const COHERE_BATCH = 96;

/** Builds the provider that the settings name. The built-in encoder loads its model on first use, or by `warm`. */
export async function createEmbeddingProvider(settings: Settings, log: Logger): Promise<EmbeddingProvider> {
  const provider = await build(settings);
  log.info({ provider: settings.embeddingsProvider, model: provider.model.name, dimension: provider.model.dimension }, "embedding model");
  return provider;
}

async function build(settings: Settings): Promise<EmbeddingProvider> {
  switch (settings.embeddingsProvider) {
    case "local":
      return localEmbeddingProvider({ threads: threadsOf(settings), cacheBytes: settings.embeddingsCacheMb * MEBIBYTE });
    case "onnx":
      return await onnx(settings);
    case "openai": {
      const server = serverOf(settings, "The OpenAI-compatible embedding server", settings.embeddingsOpenaiBaseUrl, "OPENAI_BASE_URL");
      const { embeddingsOpenaiModel: model, embeddingsOpenaiDimensions: dimensions } = settings;
      const keyed = { ...server, apiKey: settings.embeddingsOpenaiApiKey };
      return await remote(
        settings,
        keyed,
        openaiWire(server.name, model, dimensions),
        model,
        dimensions,
        settings.embeddingsOpenaiBatchSize,
      );
    }
    case "tei": {
      const server = serverOf(settings, "The TEI embedding server", settings.embeddingsTeiUrl, "TEI_URL");
      return await remote(settings, server, teiWire(server.name), await teiModel(server), 0, settings.embeddingsTeiBatchSize);
    }
    case "cohere": {
      const server = serverOf(settings, "The Cohere-style embedding server", settings.embeddingsCohereBaseUrl, "COHERE_BASE_URL");
      const { embeddingsCohereModel: model, embeddingsCohereDimensions: dimensions } = settings;
      const keyed = { ...server, apiKey: settings.embeddingsCohereApiKey || settings.cohereApiKey };
      const wire = cohereWire(server.name, coherePath(server.url, "embed"), model, dimensions);
      return await remote(settings, keyed, wire, model, dimensions, COHERE_BATCH);
    }
  }
}

function threadsOf(settings: Settings): number {
  return settings.modelThreads === 0 ? defaultThreads() : settings.modelThreads;
}

async function onnx(settings: Settings): Promise<EmbeddingProvider> {
  const files = modelFiles(settings.embeddingsOnnxModelPath, settings.embeddingsOnnxTokenizer, "HINDSIGHT_API_EMBEDDINGS_ONNX");
  const prefixes = { query: settings.embeddingsOnnxQueryPrefix, passage: settings.embeddingsOnnxPassagePrefix };
  return await onnxEmbeddingProvider(
    {
      ...files,
      maxTokens: settings.embeddingsOnnxMaxTokens,
      task: { kind: "embed", pooling: settings.embeddingsOnnxPooling },
      threads: threadsOf(settings),
      ...BATCH_LIMITS,
    },
    modelOf(settings, "onnx", files.title, prefixes.passage),
    prefixes,
    settings.embeddingsCacheMb * MEBIBYTE,
  );
}

async function remote(
  settings: Settings,
  server: ModelServer,
  wire: EmbeddingWire,
  model: string,
  dimensions: number,
  batchSize: number,
): Promise<EmbeddingProvider> {
  const { embeddingsQueryPrefix: query, embeddingsPassagePrefix: passage } = settings;
  return await remoteEmbeddingProvider(
    {
      server,
      wire,
      batchSize,
      concurrency: settings.embeddingsMaxConcurrent,
      prefixes: { query, passage },
      cacheBytes: settings.embeddingsCacheMb * MEBIBYTE,
    },
    modelOf(settings, settings.embeddingsProvider, dimensions === 0 ? model : `${model}@${dimensions}`, passage),
    dimensions === 0 ? (KNOWN_DIMENSIONS[model] ?? null) : dimensions,
  );
}

/** All that makes stored vectors incomparable is in the name: who, which model, how many numbers, and the prefix of passages. */
function modelOf(settings: Settings, provider: string, model: string, passagePrefix: string): Omit<EmbeddingModel, "dimension"> {
  const name = `${provider}:${model}${passagePrefix === "" ? "" : `|${passagePrefix.trim()}`}`;
  return { name, languages: "any", ...calibrationOf(settings.embeddingsCalibration) };
}

function calibrationOf(points: readonly CalibrationPoint[]) {
  try {
    return piecewiseLinear(points.length === 0 ? IDENTITY : points);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new HindsightError("configuration_invalid", `HINDSIGHT_API_EMBEDDINGS_CALIBRATION: ${cause.message}.`, { cause });
  }
}

function serverOf(settings: Settings, name: string, address: string, setting: string): ModelServer {
  const variable = `HINDSIGHT_API_EMBEDDINGS_${setting}`;
  if (address.trim() === "") throw new HindsightError("configuration_invalid", `${variable} is missing: the address of the server.`);
  return {
    name,
    url: serverUrl(address, variable),
    apiKey: "",
    retries: settings.embeddingsMaxRetries,
    budgetMs: settings.embeddingsRetryBudget * 1000,
  };
}

/** TEI names its model at `/info`; the name is stored with the vectors, so a server that does not answer stops us here. */
async function teiModel(server: ModelServer): Promise<string> {
  const model = at(await callJson(server, "/info", undefined), "model_id");
  return typeof model === "string" && model !== "" ? model : "unnamed";
}
