// Retries: whether a failed attempt is made again, and when.
// In: how often it was tried, and how it failed. Out: milliseconds to wait, or null to give up.
// Only calls that may be repeated get here: reads, and writes that carry an idempotency key.

import type { HindsightError } from "../errors.js";

/** Statuses of what may pass: a request that came too slowly, a limit, a proxy or a part of the server that is away. */
const PASSING = new Set([408, 425, 429, 502, 503, 504]);

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/** A server that asks for more is not waited for: the caller hears of it at once, in `retryAfterMs`. */
const LONGEST_ASKED_MS = 30_000;

/** Exponential, from a quarter of a second, with the upper half at random so that many clients do not come back at once. */
export function delayBeforeRetry(tries: number, error: HindsightError): number | null {
  const mayPass = error.statusCode === undefined ? error.code === "network" : PASSING.has(error.statusCode);
  if (!mayPass) return null;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs > LONGEST_ASKED_MS ? null : error.retryAfterMs;
  const most = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** tries);
  return most / 2 + (Math.random() * most) / 2;
}

/** `Retry-After` in milliseconds, from its seconds or its date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  if (text === null || text.trim() === "") return undefined;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
