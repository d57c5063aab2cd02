import { resolveBankSettings } from "../config/index.js";
import type { EngineContext } from "../context.js";
import { PLACEHOLDERS, type PromptDraft } from "../domain/prompt-preview.js";
import type { BankRow } from "../store/banks/read-bank.js";
import { rulesOf } from "./rules.js";
import { consolidationPrompt } from "./with-model/prompt.js";
import { replySchema } from "./with-model/reply.js";

const RUN_FIELDS = [
  "enable_observations",
  "enable_auto_consolidation",
  "default_observation_scopes",
  "consolidation_strategies",
  "max_observations_per_scope",
  "observation_scope_limits",
  "consolidation_llm_batch_size",
  "consolidation_llm_parallelism",
  "consolidation_max_memories_per_round",
  "consolidation_source_facts_max_tokens",
  "consolidation_source_facts_max_tokens_per_observation",
  "consolidation_recall_budget",
  "consolidation_max_tokens",
] as const;

/**
 * What a model is told that consolidates in the scope of the whole bank, which no strategy takes and no limit bounds. Facts and observations stand as
 * `{facts}` and `{observations}`.
 */
export function draftConsolidation(ctx: EngineContext, { config }: BankRow): PromptDraft {
  const settings = resolveBankSettings(ctx.settings.bank, config);
  const { mission } = rulesOf(settings, []);
  const { facts, observations } = PLACEHOLDERS;
  const server = {
    consolidation_recall_budget: ctx.settings.consolidationRecallBudget,
    consolidation_max_tokens: ctx.settings.consolidationMaxTokens,
  };
  return {
    messages: consolidationPrompt({ mission, outputLanguage: ctx.settings.llmOutputLanguage, capacity: "", facts, observations }),
    responseSchema: replySchema(null),
    settings: { ...settings, ...server },
    runFields: RUN_FIELDS,
    skippedReason: reasonOf(ctx, settings.enable_observations),
    strategy: null,
    strategies: [],
  };
}

function reasonOf({ models, settings }: EngineContext, formsObservations: boolean): string | null {
  if (!formsObservations) return "This bank forms no observations (enable_observations). This is what a model would be told.";
  if (models.has("consolidation")) return null;
  const instead =
    settings.consolidationWithoutLlm === "off" ? "nothing is consolidated" : "facts that are said again are gathered in their own words";
  return `No language model is configured for consolidation, so ${instead}. This is what a model would be told.`;
}
