// Telling of a call: its end goes to whoever is told of it.
// In: a caller, and what it asked for. Out: what the call says on its way; the validator is told behind the reply.

import type { AccessRequest, Caller } from "./caller.js";

export interface Teller {
  /** What was sent, once it is read; put together for whoever is told alone. */
  sent(request: () => Readonly<Record<string, unknown>>): void;
  /** The end: a reply, null for a stream; or what was thrown. */
  ended(result: unknown, error?: unknown): void;
}

const NOBODY: Teller = { sent: () => undefined, ended: () => undefined };

/** For a call that `authorize` let pass; null is one that needs no caller. */
export function teller(caller: Caller, asked: AccessRequest | null): Teller {
  if (asked === null || caller.completed === undefined) return NOBODY;
  const { completed } = caller;
  const started = performance.now();
  let request: Readonly<Record<string, unknown>> = {};
  return {
    sent(given) {
      request = given();
    },
    ended: (result, error = null) => completed(asked, { request, result, error, durationMs: performance.now() - started }),
  };
}
