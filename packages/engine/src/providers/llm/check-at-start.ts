import type { Logger } from "pino";
import { type LanguageModels, PURPOSES } from "./provider.js";

/**
 * Asks the first model of each purpose once, each model once. Only warns: a server without its model still serves what needs none.
 * Ends quietly when `signal` fires.
 */
export async function checkAtStart(models: LanguageModels, log: Logger, signal: AbortSignal): Promise<void> {
  const asked = new Set<string>();
  for (const purpose of PURPOSES) {
    const first = models.describe(purpose);
    if (first === null || asked.has(`${first.provider} ${first.model}`) || signal.aborted) continue;
    asked.add(`${first.provider} ${first.model}`);
    const [result] = await models.probe(purpose, signal);
    if (result === undefined || signal.aborted) continue;
    const { provider, model, ok, latencyMs, error } = result;
    if (ok) log.info({ purpose, provider, model, latencyMs }, "the language model answers");
    else
      log.warn({ purpose, provider, model, problem: error }, "the language model does not answer; what needs it will fail until it does");
  }
}
