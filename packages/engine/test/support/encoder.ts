// The real local encoder for tests: one model thread per test file, loaded on the first use.
// In: nothing. Out: an EmbeddingProvider. It holds no process open, so tests need not close it.

import { type LocalEmbeddingProvider, localEmbeddingProvider } from "../../src/providers/embedding/local.js";

let shared: LocalEmbeddingProvider | null = null;

/** The encoder that every test of this file uses. Do not close it. */
export function sharedEncoder(): LocalEmbeddingProvider {
  shared ??= localEmbeddingProvider();
  return shared;
}
