import type { LlmHealth } from "../domain/llm-requests.js";
import type { LanguageModels, ProbeResult } from "../providers/llm/index.js";

const PURPOSES = ["retain", "consolidation", "reflect"] as const;

/**
 * Calls each model of each purpose once, all at the same time. A purpose is well when one model of its chain answers, since the others are there to
 * stand in; what is said of an unwell one is what its first model says.
 */
export async function llmHealth(models: LanguageModels, signal: AbortSignal): Promise<readonly LlmHealth[]> {
  return Promise.all(
    PURPOSES.map(async (operation): Promise<LlmHealth> => {
      const results = models.has(operation) ? await models.probe(operation, signal) : [];
      const answering = results.find(({ ok }) => ok);
      const [first] = results;
      if (first === undefined) return { operation, ok: false, status: "not_configured", latencyMs: null };
      if (answering === undefined) return { operation, ok: false, status: statusOf(first), latencyMs: first.latencyMs };
      return { operation, ok: true, status: "connected", latencyMs: answering.latencyMs };
    }),
  );
}

function statusOf({ failure }: ProbeResult): LlmHealth["status"] {
  if (failure === "unauthorised") return "auth_failed";
  return failure === "timeout" ? "timeout" : "unreachable";
}
