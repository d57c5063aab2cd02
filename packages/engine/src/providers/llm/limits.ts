// A limit on calls at once. In: a number of places. Out: permits in order of arrival; who gives up waiting loses nothing.

export interface Permits {
  /** Resolves when a place is free, to what frees it again. Rejects with the signal's reason when it fires first. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

export function permits(places: number): Permits {
  let free = places;
  const waiting = new Set<() => void>();

  function release(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  }

  function once(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) release();
      isHeld = false;
    };
  }

  return {
    async acquire(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return once();
      }
      await new Promise<void>((resolve, reject) => {
        const granted = (): void => {
          waiting.delete(granted);
          signal.removeEventListener("abort", cancelled);
          resolve();
        };
        function cancelled(): void {
          waiting.delete(granted);
          reject(signal.reason);
        }
        signal.addEventListener("abort", cancelled, { once: true });
        waiting.add(granted);
      });
      return once();
    },
  };
}

/** Permits by name: who asks for the same name shares them. */
export function permitPool(): (name: string, places: number) => Permits {
  const pool = new Map<string, Permits>();
  return (name, places) => {
    const known = pool.get(name) ?? permits(places);
    pool.set(name, known);
    return known;
  };
}
