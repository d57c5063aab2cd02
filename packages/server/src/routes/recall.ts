// Recall.
// In: the engine. Out: the endpoint `{bank}/memories/recall`.

import type { Hindsight } from "@hindsight-memory/engine";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import { nothingRecalled, RecallBody, RecallReply, recallReply, recallRequest } from "../wire/recall.js";
import { B, BAD, BUSY, NO_BANK, ok, refused } from "./replies.js";

export function recallRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "recall_memories",
      method: "post",
      path: `${B}/memories/recall`,
      tag: "Memory",
      summary: "Recall",
      description: "Finds what matters for a query, best first, within max_tokens.",
      lane: "recall",
      maxBodyMb: 1,
      params: bankPath,
      body: RecallBody,
      replies: {
        200: ok(RecallReply),
        400: BAD,
        404: NO_BANK,
        499: refused("The caller hung up"),
        503: BUSY,
      },
      async handle({ params, body, signal }) {
        const request = recallRequest(body);
        if (request.types?.length === 0) {
          await engine.banks.get(params.bank_id);
          return nothingRecalled(request);
        }
        const result = await engine.recall(params.bank_id, request, { signal });
        const recalled = performance.now();
        const reply = recallReply(result, params.bank_id);
        engine.noteRecallPhase("post_engine", performance.now() - recalled);
        return reply;
      },
    }),
  ];
}
