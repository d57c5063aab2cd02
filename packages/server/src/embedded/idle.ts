// Idleness: nobody has asked the server anything for a while, and nothing is left to do.
// In: this process's HTTP requests, as its sockets tell of them. Out: one call when it is so.

import { REQUESTS, type RequestStarted } from "../http/socket.js";

/** Asked by what watches the server, which is no use of it. */
const PROBES = /\/(?:health(?:\/\w+)?|metrics)(?:\?|$)/;

/**
 * Calls `onIdle` once when no request has run for `timeoutMs` and `settled` (what runs in the background) is done; never for 0.
 * Returns how to stop watching.
 */
export function whenIdle(timeoutMs: number, settled: () => Promise<void>, onIdle: () => void): () => void {
  if (timeoutMs === 0) return () => undefined;
  let running = 0;
  let since = performance.now();
  const started = (message: unknown): void => {
    const { request, response } = message as RequestStarted;
    if (PROBES.test(request.url ?? "")) return;
    running += 1;
    response.once("close", () => {
      running -= 1;
      since = performance.now();
    });
  };
  const isIdle = (): boolean => running === 0 && performance.now() - since >= timeoutMs;
  const look = async (): Promise<void> => {
    if (isIdle()) await settled();
    if (isIdle()) return onIdle();
    timer = wait();
  };
  const wait = (): NodeJS.Timeout => setTimeout(() => void look(), Math.max(50, timeoutMs - (performance.now() - since))).unref();
  REQUESTS.subscribe(started);
  let timer = wait();
  return () => {
    clearTimeout(timer);
    REQUESTS.unsubscribe(started);
  };
}
