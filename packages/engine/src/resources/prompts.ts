import { bankNotFound } from "../banks/index.js";
import { shownSetting } from "../config/index.js";
import { draftConsolidation } from "../consolidate/index.js";
import type { EngineContext } from "../context.js";
import type { PreviewedOperation, PromptDraft, PromptPreviewRequest } from "../domain/prompt-preview.js";
import { builtin, onlyIf, type PromptMessage } from "../domain/prompts.js";
import type { BankScope } from "../domain/scope.js";
import type { Hindsight } from "../hindsight.js";
import { behindRules } from "../providers/llm/index.js";
import { draftReflection } from "../reflect/index.js";
import { draftReading } from "../retain/index.js";
import { readBank } from "../store/banks/read-bank.js";
import type { ResourceContext } from "./engine.js";

/** Which model works, and how it is asked: the same for each operation. */
const MODEL_FIELDS = ["llm_provider", "llm_model", "llm_temperature", "llm_max_completion_tokens", "llm_output_language"] as const;

const NEVER = new AbortController().signal;

export function promptPreview(engine: EngineContext, { banks }: ResourceContext): Hindsight["previewPrompt"] {
  return async (bankId, request) => {
    const draft = await draftOf(engine, await banks.open(bankId), request);
    const settings = { ...draft.settings, ...modelSettings(engine, request.operation) };
    const messages = await withSchema(engine, request.operation, draft);
    return {
      messages: messages.map(({ role, blocks }) => ({
        role,
        blocks: blocks.map((block) => ({ ...block, ...shownSetting(settings, block.field) })),
      })),
      strategy: draft.strategy,
      strategies: draft.strategies,
      runSettings: [...draft.runFields, ...MODEL_FIELDS].map((field) => shownSetting(settings, field)),
      responseSchema: draft.responseSchema,
      skippedReason: draft.skippedReason,
    };
  };
}

async function draftOf(engine: EngineContext, bank: BankScope, { operation, strategy }: PromptPreviewRequest): Promise<PromptDraft> {
  if (operation === "reflect") return draftReflection({ ...engine, signal: NEVER }, bank);
  const row = await readBank(engine.db, bank);
  if (row === null) throw bankNotFound(bank.bankId);
  return operation === "consolidation" ? draftConsolidation(engine, row) : draftReading(engine, { ...row, bankId: bank.bankId }, strategy);
}

/** The prompt as it reaches the model that is asked first: where its wire does not carry the schema of the answer, the prompt says it in words. */
async function withSchema(
  { models }: EngineContext,
  operation: PreviewedOperation,
  { messages, responseSchema }: PromptDraft,
): Promise<readonly PromptMessage[]> {
  if (responseSchema === null) return messages;
  const words = builtin("schema", "Schema of the answer", behindRules(responseSchema), "llm_strict_schema");
  const block = onlyIf(await models.saysSchema(operation), words);
  return messages.map((message) => (message.role === "system" ? { ...message, blocks: [...message.blocks, block] } : message));
}

function modelSettings({ models, settings }: EngineContext, operation: PreviewedOperation): Readonly<Record<string, unknown>> {
  const { temperature, maxOutputTokens, isStrict } = settings.modelChains[operation];
  const first = models.describe(operation);
  return {
    llm_provider: first?.provider,
    llm_model: first?.model,
    llm_temperature: temperature,
    llm_max_completion_tokens: maxOutputTokens,
    llm_strict_schema: isStrict,
    llm_output_language: settings.llmOutputLanguage.trim() || null,
  };
}
