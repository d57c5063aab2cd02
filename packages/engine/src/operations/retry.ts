// What comes after a failure: another try, a wait until something turns, or the end.
// In: the error and the tries so far. Out: the decision.

import { HindsightError } from "../errors.js";
import { isPermanentFailure } from "../store/db.js";

export interface RetryPolicy {
  /** Tries after the first. */
  readonly retries: number;
  /** The pause before retry n is about base · 4^(n−1), between half and all of it. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
}

export type Next =
  | { readonly kind: "retry" | "defer"; readonly delayMs: number }
  /** Comes again with every try, or has come too often. */
  | { readonly kind: "fail" };

/** Least and longest wait for a quota: a time that is past by our clock must not make the worker spin, and a wrong one must not park work for ever. */
const LEAST_DEFER_MS = 1_000;
const MOST_DEFER_MS = 25 * 3_600_000;

/** Decides by the error. One that names the time from which it will not come again (`details.retryAt`) uses up no try. */
export function afterFailure(policy: RetryPolicy, error: unknown, attempts: number, now: Date, random: number): Next {
  const until = turnOf(error, now);
  if (until !== null) {
    return { kind: "defer", delayMs: Math.min(MOST_DEFER_MS, Math.max(LEAST_DEFER_MS, until.getTime() - now.getTime())) };
  }
  if (!isTransient(error) || attempts > policy.retries) return { kind: "fail" };
  return { kind: "retry", delayMs: retryDelay(policy, attempts, random) };
}

/** When the quota turns that stopped the work; null when no quota did. A spend limit without a time of its own turns with the hour. */
function turnOf(error: unknown, now: Date): Date | null {
  if (!(error instanceof HindsightError)) return null;
  const { retryAt } = (typeof error.details === "object" && error.details !== null ? error.details : {}) as { readonly retryAt?: unknown };
  const at = retryAt instanceof Date ? retryAt : typeof retryAt === "string" ? new Date(retryAt) : null;
  if (at !== null && !Number.isNaN(at.getTime())) return at;
  if (error.code !== "spend_limit_reached") return null;
  return new Date((Math.floor(now.getTime() / 3_600_000) + 1) * 3_600_000);
}

/** Exponential back-off with jitter, in milliseconds; `random` in 0…1. */
export function retryDelay(policy: RetryPolicy, attempt: number, random: number): number {
  const full = Math.min(policy.maxDelayMs, policy.baseDelayMs * 4 ** (attempt - 1));
  return full * (0.5 + random / 2);
}

/** True for a failure that may not come again with the next try; with one that does, the operations behind in line would wait for each. */
export function isTransient(error: unknown): boolean {
  if (error instanceof HindsightError) return error.retryable;
  return !isPermanentFailure(error);
}
