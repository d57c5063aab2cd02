/** A bell between one that works in a loop and those who bring it work or wait for its end. */
export interface Alarm {
  ring(): void;
  /** Resolves at the next ring, at once when it rang since the last `wait`, or after `ms`. One waiter at a time. */
  wait(ms: number): Promise<void>;
  /** How often it rang so far. */
  readonly rings: number;
  /**
   * Resolves at the first ring after the first `rings`, at once when it has been, after `ms` (null: never), or when the caller hangs up. Any number
   * of waiters; whoever is gone leaves no listener behind, also in a loop that only ever times out.
   */
  after(rings: number, ms: number | null, signal?: AbortSignal): Promise<void>;
}

export function createAlarm(): Alarm {
  let rings = 0;
  let heard = 0; // by `wait`
  let listeners = new Set<() => void>();

  async function until(since: number, ms: number | null, signal: AbortSignal | undefined, holdsProcess: boolean): Promise<void> {
    if (rings > since || signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        if (timer !== null) clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        listeners.delete(end);
        resolve();
      };
      const timer = ms !== null && Number.isFinite(ms) ? setTimeout(end, ms) : null;
      if (!holdsProcess) timer?.unref();
      signal?.addEventListener("abort", end, { once: true });
      listeners.add(end);
    });
  }

  return {
    ring() {
      rings += 1;
      const due = listeners;
      listeners = new Set();
      for (const listener of due) listener();
    },
    async wait(ms) {
      await until(heard, ms, undefined, false); // a loop without work keeps no process from its end
      heard = rings;
    },
    get rings() {
      return rings;
    },
    after: (since, ms, signal) => until(since, ms, signal, true),
  };
}
