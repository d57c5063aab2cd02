// Retries of one member: pauses between attempts, never inside a permit. In: an attempt to repeat. Out: a reply, or the HindsightError of giving up.

import type { ModelChain } from "../../config/index.js";
import { ModelCallError, type ModelReply } from "./adapter.js";
import { type Attempt, type AttemptParts, attempt } from "./attempt.js";
import { cancellation, failureOf, PASSING } from "./failure.js";
import { relented } from "./relent.js";

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
  let loading = 0;
  for (let repeats = 0; ; ) {
    budget.attempts += 1;
    try {
      return await askOnce(parts, { ...one, call, number: budget.attempts, timeoutMs: chain.timeoutMs });
    } catch (error) {
      if (!(error instanceof ModelCallError)) throw error;
      const other = relented(error, call, one.member);
      if (other !== null) {
        call = other;
        continue;
      }
      if (isLoading(error) && loading < loadingPauses(chain)) {
        loading += 1;
        await pause(parts, LOADING_PAUSE_MS, one.request.signal);
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

/** Calls of tools are found wherever the answer has them. One that its limit cut is left as it is: half a call is another call. */
async function askOnce(parts: AttemptParts, one: Attempt): Promise<ModelReply> {
  const { call, member } = one;
  if (call.tools.length === 0) return attempt(parts, one);
  const asked = member.callsInWords ? (await import("./in-words.js")).inWords(call, (await member.adapter()).traits) : call;
  const reply = await attempt(parts, { ...one, call: asked });
  if (reply.toolCalls.length > 0 || reply.text === null || reply.finishReason === "length") return reply;
  const toolCalls = (await import("./spoken-calls.js")).spokenCalls(reply.text, call.tools);
  return toolCalls.length === 0 ? reply : { ...reply, text: null, toolCalls, finishReason: "tool_calls" };
}

const LOADING_PAUSE_MS = 500;

/** llama-server answers so until its model is in memory, which may take minutes. */
const isLoading = ({ status, message }: ModelCallError): boolean => status === 503 && /\bloading model\b/i.test(message);

/** So often that a server may load for as long as a call may take; not at all where another model can answer, or where nothing is to be repeated. */
function loadingPauses({ members, maxRetries, timeoutMs }: ModelChain): number {
  return members.length > 1 || maxRetries === 0 ? 0 : Math.ceil(timeoutMs / LOADING_PAUSE_MS);
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
