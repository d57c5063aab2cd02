// Previews of prompts on the wire.
// In: which operation's prompt, as the contract asks for it. Out: the engine's request, and the prompt in blocks as the contract shows it.

import type { PromptPreview, PromptPreviewRequest, ShownSetting } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { anything } from "./common.js";
import { choice, maybe, name, preset } from "./scalars.js";

export const PromptPreviewBody = z
  .object({
    operation: preset(choice(["retain", "consolidation", "reflect"], "literal_error", "Whose prompt is shown"), "retain"),
    strategy: maybe(name("Retain strategy of the bank; one that it does not have counts for nothing")),
  })
  .openapi("PromptPreviewRequest");

const kind = () => z.enum(["text", "boolean", "choice", "complex"]);

const PromptBlock = z
  .object({
    text: z.string(),
    source: z.enum(["config", "builtin"]).openapi({ description: "Words of a setting, or the server's own" }),
    field: z.string().default("").openapi({ description: "The setting that it comes from or that switches it" }),
    section: z.string().default("").openapi({ description: "Short name of the part" }),
    heading: z.string().default(""),
    active: z.boolean().default(true).openapi({ description: "False: it is not sent; it could be" }),
    value: z.string().nullish(),
    kind: kind(),
    choices: z.array(z.string()).nullish(),
    editable: z.boolean().default(false).openapi({ description: "Whether the bank's configuration can change it" }),
  })
  .openapi("PromptBlockModel");

const PromptMessage = z.object({ role: z.enum(["system", "user"]), blocks: z.array(PromptBlock).optional() }).openapi("PromptMessageModel");

const RunSetting = z
  .object({ field: z.string(), value: z.string().nullish(), kind: kind(), editable: z.boolean().default(false) })
  .openapi("RunSettingModel");

export const PromptPreviewReply = z
  .object({
    messages: z.array(PromptMessage).optional(),
    strategy: z.string().nullish().openapi({ description: "The retain strategy in force" }),
    strategies: z.array(z.string()).optional().openapi({ description: "The retain strategies that there are" }),
    run_settings: z.array(RunSetting).optional().openapi({ description: "Settings of the operation that are not words of the prompt" }),
    response_schema: anything()
      .nullish()
      .openapi({ description: "JSON schema of the answer; null where it is free text or calls of tools" }),
    skipped_reason: z.string().nullish().openapi({ description: "Why the bank sends no such prompt at present" }),
  })
  .openapi("PromptPreviewResponse");

type Reply = z.input<typeof PromptPreviewReply>;

export function promptPreviewRequest({ operation, strategy }: z.output<typeof PromptPreviewBody>): PromptPreviewRequest {
  return { operation, strategy: strategy ?? null };
}

export function promptPreviewReply(preview: PromptPreview): Reply {
  return {
    messages: preview.messages.map(({ role, blocks }) => ({
      role,
      blocks: blocks.map(({ text, source, field, section, heading, active, value, kind, choices, editable }) => ({
        ...{ text, source, field, section, heading, active, value, kind, editable },
        choices: choices === null ? null : [...choices],
      })),
    })),
    strategy: preview.strategy,
    strategies: [...preview.strategies],
    run_settings: preview.runSettings.map(runSetting),
    response_schema: preview.responseSchema,
    skipped_reason: preview.skippedReason,
  };
}

function runSetting({ field, value, kind, editable }: ShownSetting) {
  return { field, value, kind, editable };
}
