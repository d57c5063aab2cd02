import { resolveBankSettings } from "../config/index.js";
import type { EngineContext } from "../context.js";
import { PLACEHOLDERS, type PromptDraft } from "../domain/prompt-preview.js";
import type { BankRow } from "../store/banks/read-bank.js";
import { distilSettingsOf, readingPrompt, replySchema } from "./distil/index.js";
import { underStrategy } from "./settings.js";

const RUN_FIELDS = [
  "retain_extraction_mode",
  "retain_chunk_size",
  "retain_structured_chunk_size",
  "retain_max_attachments_per_chunk",
  "retain_default_strategy",
  "retain_strategies",
  "store_document_text",
  "retain_batch_enabled",
] as const;

/**
 * What a model is told that reads an item which is a text, said now, in one chunk, with nothing beside it. The text stands as `{text}`. A strategy that
 * the bank does not have counts for nothing, as it does in a retain.
 */
export function draftReading(ctx: EngineContext, bank: BankRow & { readonly bankId: string }, strategy: string | null): PromptDraft {
  const own = resolveBankSettings(ctx.settings.bank, bank.config);
  const strategies = Object.keys(own.retain_strategies ?? {}).sort();
  const named = strategy ?? own.retain_default_strategy;
  const known = named !== null && strategies.includes(named) ? named : null;
  const settings = underStrategy(ctx, own, known);
  const distil = distilSettingsOf(settings, ctx.settings, bank);
  const item = { said: { at: ctx.now(), offsetMinutes: 0 }, context: null, metadata: {} };
  const chunk = { index: 0, total: 1, item, text: PLACEHOLDERS.text };
  return {
    messages: distil === null ? [] : readingPrompt(chunk, distil, { hasAttachments: false, isSecondTry: false }),
    responseSchema: distil === null ? null : replySchema(distil, false),
    settings: { ...settings, name: bank.name, retain_batch_enabled: ctx.settings.retainBatchEnabled },
    runFields: RUN_FIELDS,
    skippedReason: reasonOf(ctx, settings.retain_extraction_mode, distil !== null),
    strategy: known,
    strategies,
  };
}

function reasonOf({ models }: EngineContext, mode: string, asks: boolean): string | null {
  if (!asks) return `The extraction mode is ${mode}, which asks no language model.`;
  if (models.has("retain")) return null;
  return "No language model is configured for retain, so the built-in extraction reads. This is what a model would be told.";
}
