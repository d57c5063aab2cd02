// The real local encoder for tests: one model thread per test process, loaded on the first use.
// In: nothing. Out: an EmbeddingProvider. It holds no process open, so tests need not close it.

import { type LocalEmbeddingProvider, localEmbeddingProvider } from "../../src/providers/embedding/local.js";
import { perProcess } from "./per-process.js";

/** The encoder that the tests of this process share. Do not close it. */
export function sharedEncoder(): LocalEmbeddingProvider {
  return perProcess("encoder", localEmbeddingProvider);
}
