// What the model thread and its owner say to each other.
// In: nothing. Out: types only.

import type { NativeGate } from "./native-gate.js";
import type { EncoderPooling } from "./pooling.js";

/** Where the files of a model are, and how its graph is to be run. */
export interface ModelSpec {
  /** Absolute paths. */
  readonly modelPath: string;
  readonly tokenizerPath: string;
  /** SHA-256 that the files must have; null for files that the user gave. */
  readonly modelSha256: string | null;
  readonly tokenizerSha256: string | null;
  /** Inputs are cut here, special tokens included. */
  readonly maxTokens: number;
  /** `embed`: one vector a text. `score`: one number a pair, from a cross-encoder's single output. */
  readonly task: { readonly kind: "embed"; readonly pooling: EncoderPooling } | { readonly kind: "score" };
  /** Threads of one matrix product. */
  readonly threads: number;
  /** A batch holds at most this many inputs … */
  readonly maxBatchInputs: number;
  /** … and at most this many token positions, padding included. It bounds how long a query waits. */
  readonly maxBatchTokens: number;
  /** Most megabytes of JavaScript heap in the thread, default 512: tokenizer and queue; the model itself lies outside of it. */
  readonly maxHeapMb?: number;
}

/** `query` goes before everything; `few` and `many` take turns, so that one text does not wait for a long import. */
export type Lane = "query" | "few" | "many";

/** One input: a text, or for a cross-encoder a pair. */
export type ModelInput = string | readonly [query: string, text: string];

/** The thread's `workerData`. */
export interface ModelThreadData {
  readonly spec: ModelSpec;
  readonly gate: NativeGate;
}

export type ToModel =
  | { readonly kind: "run"; readonly id: number; readonly lane: Lane; readonly inputs: readonly ModelInput[] }
  | { readonly kind: "cancel"; readonly id: number }
  /** End after the batch that runs. */
  | { readonly kind: "close" };

export type FromModel =
  /** The model is loaded. `width` is the length of a vector, 1 for scores. */
  | { readonly kind: "ready"; readonly width: number; readonly loadMs: number }
  | { readonly kind: "load-failed"; readonly message: string }
  /** `values` holds `width` numbers per input, in input order. */
  | { readonly kind: "done"; readonly id: number; readonly values: Float32Array }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };
