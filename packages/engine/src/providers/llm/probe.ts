import { randomUUID } from "node:crypto";
import { type CallFailure, ModelCallError } from "./adapter.js";
import type { Chain } from "./chain.js";
import type { Clock } from "./clock.js";
import type { Member } from "./member.js";
import type { ProbeResult, Purpose } from "./provider.js";

/** Room for a model that thinks first. */
const PROBE_TOKENS = 1_000;
/** Longest time of a probe, waiting for a place included. */
const PROBE_TIMEOUT_MS = 30_000;

/** One tiny call to one model: whether it answers, and how fast. Never throws for the model's sake. */
export async function probeMember(chain: Chain, member: Member, purpose: Purpose, signal: AbortSignal, clock: Clock): Promise<ProbeResult> {
  const { provider, model } = member;
  const start = clock.now();
  const timeout = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  try {
    await chain.once(
      {
        purpose,
        origin: { bank: null, operation: purpose === "verification" ? "verification" : "bank_llm_health", traceId: randomUUID() },
        messages: [{ role: "user", content: "Answer with the one word: ready" }],
        maxOutputTokens: PROBE_TOKENS,
        signal: AbortSignal.any([signal, timeout]),
      },
      member,
    );
    return { provider, model, ok: true, latencyMs: clock.now() - start, error: null };
  } catch (error) {
    const isLate = timeout.aborted && !signal.aborted;
    const said = error instanceof Error ? error.message : String(error);
    return {
      provider,
      model,
      ok: false,
      latencyMs: clock.now() - start,
      error: isLate ? `No answer within ${PROBE_TIMEOUT_MS / 1000} s.` : said,
      failure: isLate ? "timeout" : failureIn(error),
    };
  }
}

function failureIn(error: unknown): CallFailure | undefined {
  for (let link = error; link instanceof Error; link = link.cause) if (link instanceof ModelCallError) return link.failure;
  return undefined;
}
