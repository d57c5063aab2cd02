// The circuit breaker of a reranker: after failures in a row it is left alone for a while. Pure; the time is given.

import type { CircuitState } from "./provider.js";

export interface Circuit {
  state(): CircuitState;
  /** `call`: ask it. `probe`: answer without it, and find out in the background whether it works again. `none`: answer without it. */
  admit(now: number): "call" | "probe" | "none";
  succeeded(): void;
  failed(now: number): void;
}

/** One call that fails is chance, and three in a row cost three budgets. */
const FAILURES = 3;
/** Doubled with each probe that fails, so that a server that is gone for hours is asked every five minutes. */
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 300_000;

export function circuit(): Circuit {
  let state: CircuitState = "closed";
  let failures = 0;
  let restMs = FIRST_REST_MS;
  let openUntil = 0;

  function open(now: number): void {
    state = "open";
    openUntil = now + restMs;
    restMs = Math.min(LONGEST_REST_MS, restMs * 2);
  }

  return {
    state: () => state,
    admit(now) {
      if (state === "closed") return "call";
      if (state === "half_open" || now < openUntil) return "none";
      state = "half_open";
      return "probe";
    },
    succeeded() {
      // The first call after a probe must succeed too before a rest is short again: a server may manage one pair and no more.
      failures = state === "closed" ? 0 : FAILURES - 1;
      if (state === "closed") restMs = FIRST_REST_MS;
      state = "closed";
    },
    failed(now) {
      failures++;
      if (state === "half_open" || (state === "closed" && failures >= FAILURES)) open(now);
    },
  };
}
