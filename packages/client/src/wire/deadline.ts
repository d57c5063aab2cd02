// Deadlines: one signal for the caller's signal and for the time that a call may take.
// In: a signal and milliseconds. Out: a signal, which of both fired, and a wait that ends with it.
// By hand, since Node 18 and older browsers have no AbortSignal.any.

export interface Deadline {
  readonly signal: AbortSignal;
  /** Which of both fired first; null while neither has. */
  readonly reason: () => "aborted" | "timeout" | null;
  /** Time left in milliseconds; Infinity without a limit. */
  readonly left: () => number;
  /** Waits; ends early, without an error, when the signal fires. */
  readonly pause: (ms: number) => Promise<void>;
  /** Lets go of the timer and of the caller's signal. */
  readonly release: () => void;
}

/** Longest delay of a timer in JavaScript: a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A `timeoutMs` of 0 or Infinity is no limit. */
export function deadline(signal: AbortSignal | undefined, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const isLimited = timeoutMs > 0 && timeoutMs <= LONGEST_TIMER_MS;
  const end = isLimited ? Date.now() + timeoutMs : Number.POSITIVE_INFINITY;
  let reason: "aborted" | "timeout" | null = null;
  const fire = (why: "aborted" | "timeout", cause: unknown) => {
    reason ??= why;
    controller.abort(cause);
  };
  const onAbort = () => fire("aborted", signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = isLimited ? setTimeout(() => fire("timeout", undefined), timeoutMs) : undefined;
  return {
    signal: controller.signal,
    reason: () => reason,
    left: () => end - Date.now(),
    pause: (ms) => pause(ms, controller.signal),
    release() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done);
  });
}
