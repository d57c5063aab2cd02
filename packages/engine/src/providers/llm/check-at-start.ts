import type { Logger } from "pino";
import { type LanguageModels, PURPOSES } from "./provider.js";

/**
 * Asks the models of each chain one short question, the global one first, each first model once. Only warns: a server whose model does not answer
 * still serves what needs none. Ends quietly when `signal` fires.
 */
export async function checkAtStart(models: LanguageModels, log: Logger, signal: AbortSignal): Promise<void> {
  const asked = new Set<string>();
  for (const purpose of ["verification" as const, ...PURPOSES]) {
    const first = models.describe(purpose);
    if (first === null || asked.has(`${first.provider} ${first.model}`)) continue;
    asked.add(`${first.provider} ${first.model}`);
    for (const { provider, model, ok, latencyMs, error } of await models.probe(purpose, signal)) {
      if (signal.aborted) return;
      if (ok) log.info({ purpose, provider, model, latencyMs }, "the language model answers");
      else
        log.warn({ purpose, provider, model, problem: error }, "the language model does not answer; what needs it will fail until it does");
    }
  }
}
