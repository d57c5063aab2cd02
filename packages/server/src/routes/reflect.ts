// Reflection.
// In: the engine. Out: the endpoint `{bank}/reflect`, whose reply comes whole or, on request, as events while it is worked on.

import type { Hindsight } from "@hindsight-memory/engine";
import { requireBankOfReader } from "../access/index.js";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { eventReply, wantsEvents } from "../http/events.js";
import { bankPath } from "../wire/common.js";
import { progressData, ReflectBody, ReflectReply, reflectReply, reflectRequest } from "../wire/reflect.js";
import { B, BAD, BUSY, ok, refused } from "./replies.js";

export function reflectRoutes(engine: Hindsight): readonly Endpoint[] {
  return [
    endpoint({
      operationId: "reflect",
      method: "post",
      path: `${B}/reflect`,
      tag: "Memory",
      summary: "Reflect",
      description:
        "Answers a question from the memories of a bank. Without a language model the answer is put together from the memories' own words (extractive). " +
        "With `Accept: text/event-stream` searches are told as they go: events tool_call and evidence, then answer with this very reply, or error.",
      lane: "reflect",
      asksModel: true,
      maxBodyMb: 1,
      params: bankPath,
      body: ReflectBody,
      replies: {
        200: ok(ReflectReply),
        400: BAD,
        499: refused("The caller hung up"),
        500: refused("The model cannot call tools; the detail says what to do"),
        503: BUSY,
      },
      async handle({ params, body, signal, context, hold }) {
        const request = reflectRequest(body);
        await requireBankOfReader(engine, context.get("caller"), params.bank_id);
        if (!wantsEvents(context.req.header("accept"))) {
          return reflectReply(await engine.reflect(params.bank_id, request, { signal }), body);
        }
        const { response, ended } = await eventReply(signal, "answer", async (send, both) => {
          const onProgress = (progress: Parameters<typeof progressData>[0]): void => send(progress.type, progressData(progress));
          return reflectReply(await engine.reflect(params.bank_id, request, { signal: both, onProgress }), body);
        });
        hold(ended);
        return response;
      },
    }),
  ];
}
