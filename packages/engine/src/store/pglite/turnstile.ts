// Who may use the one backend: single statements pass freely, a transaction has it alone until it ends. First come, first served.

import { unavailable } from "./worker-life.js";

export interface Turnstile {
  /** Resolves when no transaction runs and it is the caller's turn; the caller must send its statement before it awaits anything else. */
  pass(): Promise<void>;
  /** True when `pass` would not wait, to save a turn of the event loop. */
  readonly isFree: boolean;
  /** Waits for its turn and has the backend alone until `work` settles. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** How many wait. */
  readonly waiting: number;
}

interface Waiter {
  readonly alone: boolean;
  readonly go: () => void;
}

export function turnstile(waitMs: number): Turnstile {
  const queue: Waiter[] = [];
  let taken = false;

  const advance = (): void => {
    while (!taken) {
      const next = queue.shift();
      if (next === undefined) return;
      taken = next.alone;
      next.go();
    }
  };
  const turn = (alone: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(unavailable(`The database was busy with one transaction for ${waitMs / 1000} s. Try again.`));
      }, waitMs);
      const waiter: Waiter = {
        alone,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.push(waiter);
      advance();
    });

  return {
    get isFree() {
      return !taken && queue.length === 0;
    },
    pass: () => turn(false),
    async alone(work) {
      await turn(true);
      try {
        return await work();
      } finally {
        taken = false;
        advance();
      }
    },
    get waiting() {
      return queue.length;
    },
  };
}
