// Admission: so many calls of a kind run at once; the next ones queue for a while, then are turned away.
// In: a lane's limits. Out: a gate; entering it resolves to the function that leaves it.
// Without it a burst of recalls would share the cores until every one of them is late.

import { availableParallelism } from "node:os";
import { HindsightError, type HttpParts, type HttpSettings } from "../http/types.js";

export interface AdmissionGate {
  /** Waits for a place, in order of arrival. Throws `at_capacity` after the longest wait, `request_cancelled` when `signal` fires first. */
  enter(signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  admit(): void;
}

/** Does work in a place of the gate, which is left whatever comes of it. */
export async function admitted<T>(gate: AdmissionGate, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const leave = await gate.enter(signal);
  try {
    return await work();
  } finally {
    leave();
  }
}

/** The gates of a server; 0 in the settings is a number per core. */
export function admissionGates(settings: HttpSettings): HttpParts["gates"] {
  const cores = availableParallelism();
  return {
    recall: admissionGate("recall", settings.admissionRecallMaxInFlight || 16 * cores, settings.admissionRecallMaxWaitMs),
    reflect: admissionGate("reflect", settings.admissionReflectMaxInFlight || 16 * cores, settings.admissionReflectMaxWaitMs),
    retain: admissionGate("retain", settings.admissionRetainMaxInFlight || 32 * cores, settings.admissionRetainMaxWaitMs),
  };
}

export function admissionGate(lane: string, maxInFlight: number, maxWaitMs: number): AdmissionGate {
  const queue = new Set<Waiting>();
  let running = 0;

  function leave(): void {
    const next = queue.values().next().value;
    if (next === undefined) running -= 1;
    // The place passes from hand to hand: `running` stays, so no newcomer can slip in between.
    else next.admit();
  }

  function ticket(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leave();
    };
  }

  function enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) return Promise.reject(hungUp());
    if (running < maxInFlight) {
      running += 1;
      return Promise.resolve(ticket());
    }
    return new Promise((resolve, reject) => {
      const done = (act: () => void): void => {
        queue.delete(waiting);
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        act();
      };
      const waiting: Waiting = { admit: () => done(() => resolve(ticket())) };
      const onAbort = (): void => done(() => reject(hungUp()));
      const timer = setTimeout(() => done(() => reject(full())), maxWaitMs);
      signal.addEventListener("abort", onAbort);
      queue.add(waiting);
    });
  }

  function full(): HindsightError {
    return new HindsightError("at_capacity", `Server is at capacity for '${lane}' (${maxInFlight} concurrent); try again shortly.`);
  }

  return { enter };
}

function hungUp(): HindsightError {
  return new HindsightError("request_cancelled", "The caller hung up while waiting for a place.");
}
