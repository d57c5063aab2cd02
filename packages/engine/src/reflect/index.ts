// reflect: what the memories mean for a question.
// In: a question, a bank, a scope and a budget. Out: an answer, what it stands on, and what it cost.
// A language model searches by tools and answers from what it found; without one the answer is put together from the memories' own words.

import type { RequestContext } from "../context.js";
import type { ReflectProgress, ReflectRequest, ReflectResult } from "../domain/reflect.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { NO_USAGE } from "../providers/llm/index.js";
import { answerWithModel } from "./agent.js";
import { inTime } from "./deadline.js";
import { extractiveAnswer } from "./extractive.js";
import { prepare } from "./task.js";

export type { Asker } from "./asker.js";
export { createAsker } from "./asker.js";
export { type ModelReflection, type ModelReflectionResult, reflectForModel } from "./for-model.js";
export { draftReflection } from "./prompt-draft.js";
export { type ObjectSchema, readSchema } from "./response-schema.js";
export { structured } from "./structured.js";
export { checkReflection } from "./task.js";
export type { Work } from "./work.js";

/**
 * Throws `invalid_request` for what was asked, `llm_not_configured` where answers without a model are switched off, `llm_calls_no_tools` for a model that
 * cannot use tools, `deadline_exceeded`, `request_cancelled`, `spend_limit_reached`, and what the models throw before there is any evidence.
 */
export async function reflect(
  caller: RequestContext,
  bank: BankScope,
  request: ReflectRequest,
  onProgress: (progress: ReflectProgress) => void = () => undefined,
): Promise<ReflectResult> {
  return inTime(caller, async (ctx) => {
    const task = await prepare(ctx, bank, request, onProgress);
    if (ctx.models.has("reflect")) return answerWithModel(task);
    if (ctx.settings.reflectWithoutLlm === "error") {
      throw new HindsightError(
        "llm_not_configured",
        "No language model is configured for reflection. Set HINDSIGHT_API_LLM_PROVIDER and its key, or HINDSIGHT_API_REFLECT_WITHOUT_LLM=extractive.",
      );
    }
    const { text, basedOn, toolCalls } = await extractiveAnswer(task);
    return {
      bankId: bank.bankId,
      text,
      basedOn,
      structuredOutput: null,
      structuredOutputError:
        task.schema === null ? null : "No language model is configured, so the answer was not put into the wanted form.",
      usage: NO_USAGE,
      trace: { toolCalls, llmCalls: [] },
      extractive: true,
    };
  });
}
