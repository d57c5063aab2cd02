// Prompts: what the language model would be told.
// In: the engine. Out: the endpoint `{bank}/prompts/preview`.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import { PromptPreviewBody, PromptPreviewReply, promptPreviewReply, promptPreviewRequest } from "../wire/prompts.js";
import { B, NO_BANK, ok } from "./replies.js";

export function promptRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "preview_prompt",
      method: "post",
      path: `${B}/prompts/preview`,
      tag: "Banks",
      summary: "Preview a prompt",
      description:
        "What the language model would be told by the bank as it is set up now, in blocks that name the setting behind them: the texts of active blocks, " +
        "one after the other, are the message. What comes with each call stands as {text}, {facts}, {observations} or {question}. No model is asked, and nothing is written.",
      params: bankPath,
      body: PromptPreviewBody,
      replies: { 200: ok(PromptPreviewReply), 404: NO_BANK },
      async handle({ params, body }) {
        return promptPreviewReply(await engine.previewPrompt(params.bank_id, promptPreviewRequest(body)));
      },
    }),
  ];
}
