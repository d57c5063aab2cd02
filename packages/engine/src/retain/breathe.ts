/** Longest stretch of work without letting the event loop do anything else, in milliseconds. */
const STRETCH_MS = 8;

/** Runs work that comes in steps, with a pause between them where one is due. */
export async function inSteps<T>(steps: Generator<undefined, T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

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
