// The real local encoder for tests: one model thread per test process, loaded on the first use.
// In: nothing. Out: an EmbeddingProvider. It holds no process open, so tests need not close it.

import { type ErrorCode, HindsightError } from "../../src/errors.js";
import { type LocalEmbeddingProvider, localEmbeddingProvider } from "../../src/providers/embedding/local.js";
import { perProcess } from "./per-process.js";

/** The encoder that the tests of this process share. Do not close it. */
export function sharedEncoder(): LocalEmbeddingProvider {
  const shared = perProcess("encoder", localEmbeddingProvider);
  return {
    ...shared,
    embedQuery: (text, signal) => shared.embedQuery(text, signal).catch(ofThisFile(signal)),
    embedPassages: (texts, signal) => shared.embedPassages(texts, signal).catch(ofThisFile(signal)),
  };
}

/** An error of the file that made the encoder, as one of the file that asks it: each has classes of its own (test/support/fresh-modules.ts). */
function ofThisFile(signal: AbortSignal | undefined): (error: unknown) => never {
  return (error) => {
    if (signal?.reason instanceof HindsightError) throw signal.reason;
    const { code, message } = error as HindsightError;
    throw code === undefined ? error : new HindsightError(code as ErrorCode, message, { cause: error });
  };
}
