/** A bell between one that works in a loop and those who bring it work or wait for its end. */
export interface Alarm {
  ring(): void;
  /** Resolves at the next ring, at once when it rang since the last `wait`, or after `ms`. One waiter at a time. */
  wait(ms: number): Promise<void>;
  /** Resolves at the next ring from now on. Any number of waiters. */
  next(): Promise<void>;
}

export function createAlarm(): Alarm {
  let rung = false;
  let listeners = new Set<() => void>();
  return {
    ring() {
      rung = true;
      const due = listeners;
      listeners = new Set();
      for (const listener of due) listener();
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const listener = (): void => {
            if (timer !== null) clearTimeout(timer);
            listeners.delete(listener); // a loop that only ever times out must not leave one behind each time
            resolve();
          };
          const timer = Number.isFinite(ms) ? setTimeout(listener, ms) : null;
          timer?.unref();
          listeners.add(listener);
        });
      }
      rung = false;
    },
    next: () => new Promise<void>((resolve) => listeners.add(resolve)),
  };
}

/** Waits for the promise, the time, or the caller's hanging up, whichever comes first. */
export async function eitherOf(next: Promise<void>, ms: number | null, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = ms === null ? null : setTimeout(done, ms);
    function done(): void {
      if (timer !== null) clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
    if (signal?.aborted) done();
    signal?.addEventListener("abort", done, { once: true });
    next.then(done, done);
  });
}
