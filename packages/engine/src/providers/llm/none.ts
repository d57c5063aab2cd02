import { HindsightError } from "../../errors.js";
import type { LanguageModels } from "./provider.js";

/** No language model: everything that can do without one does. */
export const NO_MODELS: LanguageModels = Object.freeze({
  has: () => false,
  describe: () => null,
  batches: () => null,
  saysSchema: async () => false,
  complete: refuse,
  completeObject: refuse,
  probe: async () => [],
  close: async () => undefined,
});

async function refuse(): Promise<never> {
  throw new HindsightError("llm_not_configured", "No language model is configured. Set HINDSIGHT_API_LLM_PROVIDER and its key.");
}
