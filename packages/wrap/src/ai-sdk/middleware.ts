// The AI SDK's language models with a memory, whatever provider they are of.
// In: a memory and settings. Out: a middleware for `wrapLanguageModel`; a call changes settings by `providerOptions.hindsight`.

import type { LanguageModelMiddleware } from "ai";
import { type Begun, createMemory, type Memory, type MemoryHandle, type WrapOptions } from "../memory.js";
import { readAlong } from "../read-along.js";
import { splitRequest, thisCall } from "../settings.js";
import type { Turn } from "../turns.js";
import { answerOf } from "../wire/chat.js";
import { prose } from "../wire/format.js";

type Transform = NonNullable<LanguageModelMiddleware["transformParams"]>;
type Params = Parameters<Transform>[0]["params"];
type Message = Params["prompt"][number];
type WrapGenerate = NonNullable<LanguageModelMiddleware["wrapGenerate"]>;
type Content = Awaited<ReturnType<WrapGenerate>>["content"];

export type MemoryMiddleware = LanguageModelMiddleware & { readonly hindsight: MemoryHandle };

export function memoryMiddleware(options: WrapOptions | Memory): MemoryMiddleware {
  const memory = "begin" in options ? options : createMemory(options);
  const begun = new WeakMap<Params, Begun>();
  const asked = new WeakSet<Params["prompt"]>();
  return {
    specificationVersion: "v3",
    hindsight: { flush: memory.flush, pending: memory.pending, lastInjection: memory.lastInjection },
    async transformParams({ params, model }) {
      const { hindsight = {}, ...providerOptions } = params.providerOptions ?? {};
      const { call, problem } = splitRequest({ ...thisCall(hindsight) });
      const turns = params.prompt.flatMap(turnsOf);
      // The SDK repeats a call that the provider failed with the same prompt.
      const isRepeat = asked.has(params.prompt);
      asked.add(params.prompt);
      const signal = params.abortSignal ?? null;
      const begin = await memory.begin({ settings: call, problem, model: model.modelId, turns, signal, isRepeat });
      const sent: Params = { ...params, prompt: withBlock(params.prompt, begin.injection), providerOptions };
      begun.set(sent, begin);
      return sent;
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      await begun.get(params)?.end(said(result.content));
      return result;
    },
    async wrapStream({ doStream, params }) {
      const result = await doStream();
      const begin = begun.get(params);
      if (begin === undefined) return result;
      const parts: { readonly type: string; readonly id: string; text: string }[] = [];
      const calls: Turn[] = [];
      let isDone = false;
      const stream = readAlong(
        result.stream,
        (part) => {
          if (part.type === "text-delta") {
            const begun = parts.find(({ id }) => id === part.id);
            if (begun === undefined) parts.push({ type: "text", id: part.id, text: part.delta });
            else begun.text += part.delta;
          }
          if (part.type === "tool-call") parts.push({ type: part.type, id: part.toolCallId, text: "" });
          if (part.type === "tool-call" && part.providerExecuted !== true) calls.push(toolCall(part.toolName, part.input));
          if (part.type === "finish") isDone = true;
        },
        () => begin.end({ ...answerOf(prose(parts), calls), isBroken: !isDone }),
      );
      return { ...result, stream };
    },
  };
}

const toolCall = (tool: string, input: unknown): Turn => ({
  role: "tool_call",
  tool,
  text: typeof input === "string" ? input : JSON.stringify(input ?? {}),
});

/** Tools that the provider runs itself leave an answer closed. */
function said(content: Content): ReturnType<typeof answerOf> {
  const calls = content.flatMap((part) =>
    part.type === "tool-call" && part.providerExecuted !== true ? [toolCall(part.toolName, part.input)] : [],
  );
  return answerOf(prose(content), calls);
}

function turnsOf(message: Message): readonly Turn[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return [{ role: "user", text: words(message.content) }];
    case "assistant": {
      const calls = message.content.flatMap((part) =>
        part.type === "tool-call" && part.providerExecuted !== true ? [toolCall(part.toolName, part.input)] : [],
      );
      return answerOf(prose(message.content), calls).turns;
    }
    case "tool":
      return message.content.flatMap((part): readonly Turn[] =>
        part.type === "tool-result" ? [{ role: "tool_result", tool: part.toolName, text: outcome(part.output) }] : [],
      );
  }
}

const words = (content: readonly { readonly type: string }[]): string =>
  content.flatMap((part) => (part.type === "text" && "text" in part ? [String(part.text)] : [])).join("\n");

function outcome(output: { readonly type: string; readonly value?: unknown }): string {
  return typeof output.value === "string" ? output.value : JSON.stringify(output.value ?? null);
}

function withBlock(prompt: Params["prompt"], injection: Begun["injection"]): Params["prompt"] {
  if (injection === null) return prompt;
  const { block, mode } = injection;
  const index =
    mode === "prepend_user" ? prompt.findLastIndex(({ role }) => role === "user") : prompt.findLastIndex(({ role }) => role === "system");
  const message = prompt[index];
  if (message?.role === "user") {
    return prompt.with(index, { ...message, content: [{ type: "text", text: `${block}\n\n` }, ...message.content] });
  }
  if (message?.role === "system") return prompt.with(index, { ...message, content: `${message.content}\n\n${block}` });
  return [{ role: "system", content: block }, ...prompt];
}
