// Retries of one member: pauses between attempts, never inside a permit. In: an attempt to repeat. Out: a reply, or the HindsightError of giving up.

import type { ModelChain } from "../../config/index.js";
import { type ModelCall, ModelCallError, type ModelReply } from "./adapter.js";
import { type Attempt, type AttemptParts, attempt } from "./attempt.js";
import { cancellation, failureOf, PASSING } from "./failure.js";
import type { Member } from "./member.js";

/** Repeats that one request may still make of one member: first answer and repair draw from the same. */
export interface Budget {
  retries: number;
  attempts: number;
}

export async function persist(
  parts: AttemptParts,
  chain: ModelChain,
  budget: Budget,
  one: Omit<Attempt, "number" | "timeoutMs">,
): Promise<ModelReply> {
  let call = one.call;
  for (let repeats = 0; ; ) {
    budget.attempts += 1;
    try {
      return await attempt(parts, { ...one, call, number: budget.attempts, timeoutMs: chain.timeoutMs });
    } catch (error) {
      if (!(error instanceof ModelCallError)) throw error;
      const lower = lowered(error, call, one.member);
      if (lower !== null) {
        call = lower;
        continue;
      }
      const waitMs = pauseAfter(error, chain, repeats, parts.clock.random());
      if (!PASSING.has(error.failure) || budget.retries === 0 || waitMs === null) {
        // A time that one could have waited for is no reason to put the work off: that would repeat it for ever.
        const retryAt = waitMs === null ? new Date(parts.clock.now() + (error.retryAfterMs ?? 0)) : null;
        throw failureOf(error, { ...one.member, attempts: budget.attempts, retryAt });
      }
      budget.retries -= 1;
      repeats += 1;
      await pause(parts, waitMs, one.request.signal);
    }
  }
}

async function pause({ clock }: AttemptParts, waitMs: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.pause(waitMs, signal);
  } catch (error) {
    throw signal.aborted ? cancellation(signal) : error;
  }
}

/** min(initial · 2^n, max) ± 20 %, so that many callers do not come back at once; at least what the provider asks for; null when that is too long. */
export function pauseAfter(error: ModelCallError, chain: ModelChain, repeats: number, random: number): number | null {
  const backoffMs = Math.min(chain.initialBackoffMs * 2 ** repeats, chain.maxBackoffMs) * (0.8 + 0.4 * random);
  if (error.retryAfterMs === null) return backoffMs;
  if (error.retryAfterMs > chain.maxBackoffMs) return null;
  return error.retryAfterMs * (1 + 0.2 * random);
}

/** Smallest limit that is believed to be meant as one. */
const LEAST_LIMIT = 256;

/**
 * Models differ in how long an answer they let one ask for (gpt-4o-mini: 16,384; the contract asks for 64,000), and say so in a 400. The call is then
 * made again with what the message names, or without a limit where the window is too small for it; the member remembers. Null: it is another fault.
 */
function lowered(error: ModelCallError, call: Omit<ModelCall, "signal">, member: Member): Omit<ModelCall, "signal"> | null {
  const asked = call.maxOutputTokens;
  if (asked === null || (error.failure !== "bad_request" && error.failure !== "context_too_long")) return null;
  const numbers = [...error.message.replace(/(\d)[,_](?=\d{3})/g, "$1").matchAll(/\d+/g)].map(([digits]) => Number(digits));
  if (!numbers.includes(asked)) return null;
  if (error.failure === "context_too_long") {
    member.outputLimit = "unsent";
    return { ...call, maxOutputTokens: null };
  }
  if (!/tokens/i.test(error.message)) return null;
  const most = Math.max(0, ...numbers.filter((number) => number < asked));
  if (most < LEAST_LIMIT) return null;
  member.outputLimit = most;
  return { ...call, maxOutputTokens: most };
}
