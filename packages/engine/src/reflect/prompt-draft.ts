import type { RequestContext } from "../context.js";
import { PLACEHOLDERS, type PromptDraft } from "../domain/prompt-preview.js";
import type { BankScope } from "../domain/scope.js";
import { createEvidence } from "./evidence.js";
import { agentPrompt } from "./prompt.js";
import { prepare } from "./task.js";
import { offeredTools } from "./tools/index.js";

const RUN_FIELDS = [
  "reflect_default_options",
  "reflect_source_facts_max_tokens",
  "recall_max_tokens",
  "recall_include_chunks",
  "recall_chunks_max_tokens",
  "reflect_max_iterations",
  "reflect_max_context_tokens",
  "reflect_wall_timeout",
] as const;

/** What a model is told first that is asked a question with nothing beside it, now. The question stands as `{question}`. Throws `bank_not_found`. */
export async function draftReflection(ctx: RequestContext, bank: BankScope): Promise<PromptDraft> {
  const task = await prepare(ctx, bank, { query: PLACEHOLDERS.question }, () => undefined);
  const directives = task.directives.map(({ id, name, content, priority }) => ({ id, name, content, priority }));
  return {
    messages: agentPrompt(task, offeredTools(task, createEvidence(task))),
    responseSchema: null, // it answers by calls of tools
    settings: {
      ...task.settings,
      name: task.bankName,
      directives: directives.length === 0 ? null : directives,
      reflect_max_iterations: ctx.settings.reflectMaxIterations,
      reflect_max_context_tokens: ctx.settings.reflectMaxContextTokens,
      reflect_wall_timeout: ctx.settings.reflectWallTimeout,
    },
    runFields: RUN_FIELDS,
    skippedReason: reasonOf(ctx),
    strategy: null,
    strategies: [],
  };
}

function reasonOf({ models, settings }: RequestContext): string | null {
  if (models.has("reflect")) return null;
  const instead =
    settings.reflectWithoutLlm === "error" ? "reflections are refused" : "answers are put together from the memories' own words";
  return `No language model is configured for reflect, so ${instead}. This is what a model would be told.`;
}
