/** Longest stretch of work without letting the event loop do anything else, in milliseconds. */
const STRETCH_MS = 8;

/** Returns a function to call between small pieces of work: every 8 ms it gives way to whatever else waits, and stops when the caller hung up. */
export function breathe(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    signal.throwIfAborted();
    await new Promise<void>((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
