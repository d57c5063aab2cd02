import type { CallObserver, ObservedCall } from "../providers/llm/index.js";
import { currentCall } from "./call-scope.js";
import { scopeOf } from "./llm-scope.js";
import { span } from "./span.js";

/** What a model may call a tool; anything else that it puts there is no name, and might be a text. */
const TOOL_NAME = /^[\w.-]{1,64}$/;

/** Each attempt at a model call as a span of OpenTelemetry's GenAI conventions, named by the contract's scopes. */
export const aroundLlmCall: NonNullable<CallObserver["around"]> = (call, work) => {
  if (currentCall().trace === null) return work();
  const scope = scopeOf(call.origin, call.purpose);
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": call.provider,
    "gen_ai.request.model": call.model,
    "gen_ai.request.temperature": call.temperature,
    "gen_ai.request.max_tokens": call.maxOutputTokens,
    "gen_ai.output.type": call.schemaName === null ? "text" : "json",
    "hindsight.scope": scope,
    "hindsight.bank_id": call.origin.bank?.bankId,
    "hindsight.provider.internal": call.provider === "mock",
    "hindsight.attempt": call.attempt,
  };
  return span(
    `hindsight.${scope}`,
    attributes,
    async (own) => {
      const reply = await work();
      own.set({
        "gen_ai.response.model": call.model,
        "gen_ai.response.finish_reasons": [reply.finishReason],
        "gen_ai.usage.input_tokens": reply.usage.input,
        "gen_ai.usage.output_tokens": reply.usage.output,
        "gen_ai.usage.cache_read.input_tokens": reply.usage.cached,
        "gen_ai.usage.reasoning.output_tokens": reply.usage.thoughts,
        "hindsight.tool_calls": reply.toolCalls.length,
        "hindsight.tool_names": reply.toolCalls.map(({ name }) => name).filter((name) => TOOL_NAME.test(name)),
      });
      if (own.isRecording && currentCall().trace?.keepsContent === true)
        own.event("gen_ai.client.inference.operation.details", textsOf(call, reply));
      return reply;
    },
    "client",
  );
};

/** Only where a setting asks for texts in traces. */
function textsOf(call: ObservedCall, { text, toolCalls }: Awaited<ReturnType<Parameters<typeof aroundLlmCall>[1]>>) {
  const parts = [
    ...(text === null ? [] : [{ type: "text", content: text }]),
    ...toolCalls.map(({ id, name, input }) => ({ type: "tool_call", id, name, arguments: input })),
  ];
  return {
    "gen_ai.input.messages": JSON.stringify(call.input()),
    "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts }]),
  };
}
