// Remote encoders: what OpenAI-compatible, TEI and Cohere-style servers have in common.
// In: texts. Out: unit vectors, one per text; `model_unavailable` for a server that is down, or that gives too few, too short or no numbers.

import { atMost } from "../http/at-most.js";
import { callJson, type ModelServer } from "../http/post-json.js";
import { wrongAnswer } from "../http/read-answer.js";
import { scaleToUnit } from "../onnx/pooling.js";
import { cached } from "./cached.js";
import type { EmbeddingModel, EmbeddingProvider } from "./provider.js";
import type { TextRole } from "./vector-cache.js";

/** One wire format. */
export interface EmbeddingWire {
  /** Appended to the server's address. */
  readonly path: string;
  body(role: TextRole, texts: readonly string[]): unknown;
  /** The vectors in input order, unchecked; throws for an answer without them. */
  vectors(answer: unknown, count: number): readonly unknown[];
}

export interface RemoteEncoder {
  readonly server: ModelServer;
  readonly wire: EmbeddingWire;
  /** Texts per call. */
  readonly batchSize: number;
  /** Calls at once. */
  readonly concurrency: number;
  readonly prefixes: Readonly<Record<TextRole, string>>;
  readonly cacheBytes: number;
}

/** `dimension` null asks the server for one vector and takes its length. */
export async function remoteEmbeddingProvider(
  encoder: RemoteEncoder,
  model: Omit<EmbeddingModel, "dimension">,
  dimension: number | null,
): Promise<EmbeddingProvider> {
  const width = dimension ?? (await call(encoder, "query", ["dimension"], null, undefined))[0]!.length;
  const limited = atMost(encoder.concurrency);
  const embed = cached(async (role, texts, signal) => {
    const batches: (readonly string[])[] = [];
    for (let i = 0; i < texts.length; i += encoder.batchSize) batches.push(texts.slice(i, i + encoder.batchSize));
    const vectors = await Promise.all(batches.map((batch) => limited(() => call(encoder, role, batch, width, signal))));
    return vectors.flat();
  }, encoder.cacheBytes);
  return {
    model: { ...model, dimension: width },
    embedQuery: async (text, signal) => (await embed("query", [text], signal))[0]!,
    embedPassages: (texts, signal) => embed("passage", texts, signal),
    close: async () => undefined,
  };
}

async function call(
  { server, wire, prefixes }: RemoteEncoder,
  role: TextRole,
  texts: readonly string[],
  dimension: number | null,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const body = wire.body(
    role,
    texts.map((text) => prefixes[role] + text),
  );
  const vectors = wire.vectors(await callJson(server, wire.path, body, signal), texts.length);
  if (vectors.length !== texts.length) throw wrongAnswer(server.name, `${vectors.length} vectors for ${texts.length} texts`);
  return vectors.map((vector) => {
    if (!Array.isArray(vector) || vector.length === 0 || !vector.every((value) => Number.isFinite(value))) {
      throw wrongAnswer(server.name, "a vector that is not a list of numbers");
    }
    if (dimension !== null && vector.length !== dimension) {
      throw wrongAnswer(server.name, `a vector of ${vector.length} numbers where ${dimension} were expected`);
    }
    return scaleToUnit(Float32Array.from(vector as readonly number[]));
  });
}
