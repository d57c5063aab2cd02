// Time as retries see it: a test holds it still.

export interface Clock {
  now(): number;
  /** Resolves after so long; rejects with the signal's reason when it fires first. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

export const SYSTEM_CLOCK: Clock = Object.freeze({ now: Date.now, pause, random: Math.random });

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      signal.removeEventListener("abort", cancelled);
      resolve();
    }
    function cancelled(): void {
      clearTimeout(timer);
      reject(signal.reason);
    }
    signal.addEventListener("abort", cancelled, { once: true });
  });
}
