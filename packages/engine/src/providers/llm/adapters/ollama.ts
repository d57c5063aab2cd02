// Ollama: objects through its own `/api/chat`, whose `format` constrains them; everything else in the chat completions form.
// In: a spec and its preset. Out: an adapter.

import { at } from "../../http/read-answer.js";
import { type ModelAdapter, type ModelCall, ModelCallError, type ModelReply } from "../adapter.js";
import type { Message, MessagePart } from "../provider.js";
import { chatAdapter } from "./chat.js";
import { brokenCall, exchange, type Json } from "./exchange.js";
import { sendableSchema } from "./schema.js";
import { invalid, type Site } from "./site.js";

export async function ollamaAdapter(site: Site): Promise<ModelAdapter> {
  const chat = await chatAdapter(site);
  const contextTokens = contextTokensOf(site);
  return {
    ...chat,
    call: (call) => (call.schema !== null && call.tools.length === 0 ? objectCall(site, call, contextTokens) : chat.call(call)),
  };
}

function contextTokensOf(site: Site): number | null {
  const text = site.spec.options.OLLAMA_NUM_CTX?.trim() ?? "";
  if (text === "") return null;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw invalid(site.spec.provider, "takes a whole number of tokens in HINDSIGHT_API_LLM_OLLAMA_NUM_CTX");
}

async function objectCall(site: Site, call: ModelCall, contextTokens: number | null): Promise<ModelReply> {
  const { spec } = site;
  const send = exchange({ fetch: site.fetch, secrets: site.secrets });
  const options = {
    ...(call.temperature === null ? {} : { temperature: call.temperature }),
    ...(call.maxOutputTokens === null ? {} : { num_predict: call.maxOutputTokens }),
    ...(contextTokens === null ? {} : { num_ctx: contextTokens }),
  };
  const body = {
    model: site.modelId,
    messages: call.messages.map(messageOf),
    stream: false,
    format: call.schema === null ? undefined : sendableSchema(call.schema.json, spec.options),
    ...(Object.keys(options).length === 0 ? {} : { options }),
    ...(spec.reasoningEffort === "" ? {} : { think: spec.reasoningEffort === "none" ? false : spec.reasoningEffort }),
    ...spec.extraBody,
  };
  const response = await send(`${site.baseUrl.replace(/\/v1$/, "")}/api/chat`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(site.apiKey === "" ? {} : { authorization: `Bearer ${site.apiKey}` }),
      ...spec.headers,
    },
    body: JSON.stringify(body),
    signal: call.signal,
  });
  return replyIn(await jsonOf(response, call.signal));
}

async function jsonOf(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw brokenCall(cause, signal);
  }
}

function replyIn(json: unknown): ModelReply {
  const content = at(json, "message", "content");
  if (at(json, "message") === undefined) throw new ModelCallError("unavailable", "it answered without a message", { status: 200 });
  const [input, output] = [countIn(json, "prompt_eval_count"), countIn(json, "eval_count")];
  return {
    text: typeof content === "string" && content !== "" ? content : null,
    toolCalls: [],
    finishReason: at(json, "done_reason") === "length" ? "length" : "stop",
    usage: { input, output, total: input + output, cached: 0, thoughts: 0 },
  };
}

function countIn(json: unknown, field: string): number {
  const count = at(json, field);
  return typeof count === "number" ? count : 0;
}

function messageOf(message: Message): Json {
  if (message.role === "tool") return { role: "tool", content: message.content, tool_name: message.name };
  const parts: readonly MessagePart[] = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
  const images = parts.flatMap((part) => (part.type === "text" ? [] : [Buffer.from(part.bytes).toString("base64")]));
  return {
    role: message.role,
    content: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
    ...(images.length === 0 ? {} : { images }),
    ...(message.role === "assistant" && message.toolCalls !== undefined
      ? { tool_calls: message.toolCalls.map(({ name, input }) => ({ function: { name, arguments: input } })) }
      : {}),
  };
}
