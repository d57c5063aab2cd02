// OpenAI's Responses.
// In: bodies as they are sent and answered. Out: turns; bodies with memories in them.

import type { Answer } from "../memory.js";
import type { Turn } from "../turns.js";
import { answerOf } from "./chat.js";
import { type AnswerReader, isRecord, type Json, joined, record, records, textOf, type WireFormat, withItem, words } from "./format.js";

export const responses: WireFormat = {
  path: /\/responses$/,
  read(body) {
    const { input } = body;
    if (typeof input !== "string" && !Array.isArray(input)) return null;
    const turns: readonly Turn[] = typeof input === "string" ? [{ role: "user", text: input }] : turnsOf(records(input));
    const conversationId = typeof body.conversation === "string" ? body.conversation : textOf(record(body.conversation).id);
    // A conversation that the provider keeps sends each turn once: no two calls are the same exchange.
    if (conversationId !== "") return { model: model(body), turns, conversationId, heldBy: crypto.randomUUID() };
    return { model: model(body), turns, heldBy: textOf(body.previous_response_id) || null };
  },
  inject(body, block, mode) {
    const part = { type: "input_text", text: block };
    if (mode === "system_message") return { ...body, instructions: joined(body.instructions, block, "end", part) };
    if (typeof body.input === "string") return { ...body, input: joined(body.input, block, "start", part) };
    const input = body.input as readonly unknown[];
    const index = input.findLastIndex((item) => record(item).role === "user");
    return { ...body, input: withItem(input, index, (item) => ({ ...item, content: joined(item.content, block, "start", part) })) };
  },
  answer: answerIn,
  stream: responseStream,
};

const model = (body: Json): string | null => textOf(body.model) || null;

/** Items of an input or an output. Calls of tools that the provider runs itself (a search, a file look-up) leave the answer closed. */
function turnsOf(items: readonly Json[]): readonly Turn[] {
  const tools = new Map(items.filter(isCall).map((item) => [item.call_id, textOf(item.name)]));
  return items.flatMap((item, index): readonly Turn[] => {
    if (item.type === "function_call_output" || item.type === "custom_tool_call_output") {
      return [{ role: "tool_result", tool: tools.get(item.call_id) || "tool", text: outputOf(item.output) }];
    }
    if (isCall(item)) return [{ role: "tool_call", tool: textOf(item.name), text: textOf(item.arguments) || textOf(item.input) }];
    const text = words(item.content);
    if (item.role === "user") return [{ role: "user", text }];
    if (item.role !== "assistant" || text === "") return [];
    const isOpen = callFollows(items.slice(index + 1));
    return [{ role: "assistant", text, ...(isOpen ? { isOpen } : {}) }];
  });
}

const isCall = (item: Json): boolean => item.type === "function_call" || item.type === "custom_tool_call";
const outputOf = (output: unknown): string => (typeof output === "string" ? output : words(output));

/** Whether the next thing that is no reasoning is a call. */
function callFollows(items: readonly Json[]): boolean {
  const next = items.find((item) => item.type !== "reasoning");
  return next !== undefined && isCall(next);
}

function answerIn(body: Json): Answer {
  const turns = turnsOf(records(body.output));
  const calls = turns.filter(({ role }) => role === "tool_call");
  const said = turns.filter(({ role }) => role === "assistant").map(({ text }) => text);
  // `queued` and `in_progress`: a response in the background, whose answer this client never sees.
  return {
    ...answerOf(said.join("\n"), calls),
    id: textOf(body.id) || null,
    isBroken: body.status === "failed" || body.status === "cancelled",
  };
}

function responseStream(): AnswerReader {
  let text = "";
  let id = "";
  let ended: Answer | null = null;
  return {
    event(data) {
      if (isRecord(data.response)) id = textOf(data.response.id);
      if (data.type === "response.output_text.delta" || data.type === "response.refusal.delta") text += textOf(data.delta);
      if (["response.completed", "response.incomplete", "response.failed"].includes(textOf(data.type)))
        ended = answerIn(record(data.response));
    },
    answer: () => ended ?? { ...answerOf(text, []), id: id || null, isBroken: true },
  };
}
