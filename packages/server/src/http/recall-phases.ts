// Phases of a recall outside of the engine: what HTTP takes before it and after it (contract: ops.md §5).
// In: where the request is now. Out: the time since the last word, counted under a name. Other requests are not timed.

import type { Hindsight } from "@hindsight-memory/engine";

export interface PhaseClock {
  /** Ends a phase, which began with the end of the one before. */
  ended(phase: string): void;
  /** The next phase begins now: what lay between is another's. */
  goesOn(): void;
}

const NO_CLOCK: PhaseClock = Object.freeze({ ended: () => undefined, goesOn: () => undefined });

/** Of the wait for a place the contract has a step and a diagnostic phase, which here are the same time. */
const TWICE: Readonly<Record<string, string>> = { semaphore_acquire: "semaphore_wait" };

/** The first phase began at `begunAt`. */
export function phaseClock(isRecall: boolean, begunAt: number, note: Hindsight["noteRecallPhase"]): PhaseClock {
  if (!isRecall) return NO_CLOCK;
  let last = begunAt;
  return {
    ended(phase) {
      const now = performance.now();
      note(phase, now - last);
      const diagnostic = TWICE[phase];
      if (diagnostic !== undefined) note(diagnostic, now - last, true);
      last = now;
    },
    goesOn() {
      last = performance.now();
    },
  };
}
