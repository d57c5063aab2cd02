import { randomUUID } from "node:crypto";
import { type CallFailure, ModelCallError } from "./adapter.js";
import type { Chain } from "./chain.js";
import type { Clock } from "./clock.js";
import type { Member } from "./member.js";
import type { ProbeResult, Purpose } from "./provider.js";

/** Room for a model that thinks first. */
const PROBE_TOKENS = 1_000;
/** Longest wait for a probe's answer. */
const PROBE_TIMEOUT_MS = 30_000;

/** One tiny call to one model: whether it answers, and how fast. Never throws for the model's sake. */
export async function probeMember(chain: Chain, member: Member, purpose: Purpose, signal: AbortSignal, clock: Clock): Promise<ProbeResult> {
  const { provider, model } = member;
  const start = clock.now();
  try {
    await chain.once(
      {
        purpose,
        origin: { bank: null, operation: "bank_llm_health", traceId: randomUUID() },
        messages: [{ role: "user", content: "Answer with the one word: ready" }],
        maxOutputTokens: PROBE_TOKENS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
      },
      member,
    );
    return { provider, model, ok: true, latencyMs: clock.now() - start, error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { provider, model, ok: false, latencyMs: clock.now() - start, error: message, failure: failureBehind(error) };
  }
}

/** The provider's failure behind an error of the table. */
function failureBehind(error: unknown): CallFailure | undefined {
  for (let link: unknown = error; link instanceof Error; link = link.cause) if (link instanceof ModelCallError) return link.failure;
  return undefined;
}
