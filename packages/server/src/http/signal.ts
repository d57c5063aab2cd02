// Cancellation: one signal per request, fired with an error of ours.
// In: the connection's signal and the server's. Out: a signal whose reason is a HindsightError, for the engine to throw between stages.

import { HindsightError } from "./types.js";

/** What waits for the end of a server, by its signal: one listener for all of its requests, however many there are at once. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

export interface RequestSignal {
  readonly signal: AbortSignal;
  /** Stops listening; the server's signal outlives every request. */
  release(): void;
}

/** The adapter aborts with a string, and `throwIfAborted` would throw that string; hence a signal of our own. */
export function requestSignal(connection: AbortSignal, shutdown: AbortSignal): RequestSignal {
  const controller = new AbortController();
  const hangUp = (): void => controller.abort(new HindsightError("request_cancelled", "The caller hung up before the answer was ready."));
  const stop = (): void => controller.abort(new HindsightError("at_capacity", "The server is shutting down; try again shortly."));
  const others = waitingFor(shutdown);
  connection.addEventListener("abort", hangUp);
  others.add(stop);
  if (connection.aborted) hangUp();
  if (shutdown.aborted) stop();
  return {
    signal: controller.signal,
    release() {
      connection.removeEventListener("abort", hangUp);
      others.delete(stop);
    },
  };
}

function waitingFor(shutdown: AbortSignal): Set<() => void> {
  const known = waiting.get(shutdown);
  if (known !== undefined) return known;
  const stops = new Set<() => void>();
  shutdown.addEventListener("abort", () => stops.forEach((stop) => void stop()), { once: true });
  waiting.set(shutdown, stops);
  return stops;
}
