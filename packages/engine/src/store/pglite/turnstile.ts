// Who may use the one backend: single statements pass freely, a transaction has it alone until it ends. First come, first served.

import { unavailable } from "./worker-life.js";

export interface Turnstile {
  /**
   * Calls `send` when no transaction runs and it is its turn, at once when nobody waits. It is called in the very moment of its turn, not a microtask later:
   * whoever is next may have the backend alone, and what is sent then would be in their transaction, or in their schema.
   */
  pass<T>(send: () => Promise<T>): Promise<T>;
  /** True when nothing runs alone and nobody waits. */
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
  /** `go` is called in the moment of the turn. */
  const turn = <T>(alone: boolean, go: (resolve: (value: T | PromiseLike<T>) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(unavailable(`The database was busy with one transaction for ${waitMs / 1000} s. Try again.`));
      }, waitMs);
      const waiter: Waiter = {
        alone,
        go: () => {
          clearTimeout(timer);
          try {
            go(resolve);
          } catch (error) {
            reject(error);
          }
        },
      };
      queue.push(waiter);
      advance();
    });

  return {
    get isFree() {
      return !taken && queue.length === 0;
    },
    pass: (send) => (!taken && queue.length === 0 ? send() : turn(false, (resolve) => resolve(send()))),
    async alone(work) {
      await turn<void>(true, (resolve) => resolve());
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
