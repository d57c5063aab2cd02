// A limit for work that somebody waits for.
// In: work that takes a signal, milliseconds, the caller's own signal. Out: its result, or an error when the time is up, also when the work does not heed the signal.

export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** Longest delay of a timer in JavaScript. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs work for at most `ms`, Infinity for no limit. Rejects with OutOfTime, with the reason of `outer` when the caller hung up, or with the work's own error. */
export async function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>, ms: number, outer?: AbortSignal | null): Promise<T> {
  const controller = new AbortController();
  let stop: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: unknown): void => {
      reject(reason);
      controller.abort(reason);
    };
    // A longer timer would fire at once.
    const timer = ms > LONGEST_TIMER_MS ? undefined : setTimeout(() => end(new OutOfTime(`no answer within ${ms} ms`)), ms);
    const hungUp = (): void => end(outer?.reason);
    outer?.addEventListener("abort", hungUp, { once: true });
    stop = () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", hungUp);
    };
    if (outer?.aborted === true) hungUp();
  });
  try {
    return await Promise.race([ended, work(controller.signal)]);
  } finally {
    stop();
  }
}
