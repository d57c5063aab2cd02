// Messages and replies in the form of Ollama's `/api/chat`. In: ours, or a reply. Out: its messages, or text, tool calls and usage.

import { randomUUID } from "node:crypto";
import { at } from "../../http/read-answer.js";
import { ModelCallError, type ModelReply } from "../adapter.js";
import type { Message, MessagePart, ToolCall } from "../provider.js";
import { isObject, type Json } from "./exchange.js";
import { parsed } from "./failures.js";

/** System messages at the head become one, later ones go to the user's side: chat templates of many models take one at the start and no other. */
export function messagesOf(messages: readonly Message[]): readonly Json[] {
  const head = messages.findIndex(({ role }) => role !== "system");
  const rules = messages.slice(0, head === -1 ? messages.length : head).map(({ content }) => content as string);
  const rest = messages.slice(rules.length).map(messageOf);
  return rules.length === 0 ? rest : [{ role: "system", content: rules.join("\n\n") }, ...rest];
}

function messageOf(message: Message): Json {
  if (message.role === "tool") return { role: "tool", content: message.content, tool_name: message.name };
  const parts: readonly MessagePart[] = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
  const images = parts.flatMap((part) => (part.type === "text" ? [] : [Buffer.from(part.bytes).toString("base64")]));
  return {
    role: message.role === "system" ? "user" : message.role,
    content: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
    ...(images.length === 0 ? {} : { images }),
    ...(message.role === "assistant" && message.toolCalls !== undefined && message.toolCalls.length > 0
      ? { tool_calls: message.toolCalls.map(({ name, input }) => ({ function: { name, arguments: input } })) }
      : {}),
  };
}

/** Throws a ModelCallError for a reply without a message. What the model thought (`message.thinking`) is not part of its answer. */
export function replyIn(json: unknown): ModelReply {
  const content = at(json, "message", "content");
  if (at(json, "message") === undefined) throw new ModelCallError("unavailable", "it answered without a message", { status: 200 });
  const [input, output] = [countIn(json, "prompt_eval_count"), countIn(json, "eval_count")];
  const calls = at(json, "message", "tool_calls");
  const toolCalls = Array.isArray(calls) ? calls.map(toolCallOf) : [];
  const isCut = at(json, "done_reason") === "length";
  return {
    text: typeof content === "string" && content !== "" ? content : null,
    toolCalls,
    finishReason: isCut ? "length" : toolCalls.length > 0 ? "tool_calls" : "stop",
    usage: { input, output, total: input + output, cached: 0, thoughts: 0 },
  };
}

/** Its calls have an id in newer versions only. */
function toolCallOf(call: unknown): ToolCall {
  const [id, name, given] = [at(call, "id"), at(call, "function", "name"), at(call, "function", "arguments")];
  const input = typeof given === "string" ? parsed(given) : given;
  return {
    id: typeof id === "string" && id !== "" ? id : `call_${randomUUID()}`,
    name: typeof name === "string" ? name : "",
    ...(isObject(input) ? { input } : { input: {}, ...(input == null ? {} : { problem: "The arguments are not a JSON object." }) }),
  };
}

function countIn(json: unknown, field: string): number {
  const count = at(json, field);
  return typeof count === "number" ? count : 0;
}
