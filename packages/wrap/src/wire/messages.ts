// Anthropic's Messages.
// In: bodies as they are sent and answered. Out: turns; bodies with memories in them.

import type { Turn } from "../turns.js";
import { answerOf } from "./chat.js";
import { type AnswerReader, type Json, joined, prose, record, records, textOf, type WireFormat, withItem, words } from "./format.js";

export const messages: WireFormat = {
  path: /\/messages$/,
  read(body) {
    if (!Array.isArray(body.messages)) return null;
    return { model: textOf(body.model) || null, turns: turnsOf(records(body.messages)), heldBy: continued(body) };
  },
  inject(body, block, mode) {
    const part = { type: "text", text: block };
    // Behind the system's own blocks, and so behind their cache breakpoints. That of a thread which goes on cannot be changed any more.
    if (mode === "system_message" && continued(body) === null) return { ...body, system: joined(body.system, block, "end", part) };
    const list = body.messages as readonly unknown[];
    const index = list.findLastIndex((message) => isSpoken(record(message)));
    return { ...body, messages: withItem(list, index, (item) => ({ ...item, content: joined(item.content, block, "start", part) })) };
  },
  answer(body) {
    const blocks = records(body.content);
    return { ...answerOf(prose(blocks), callsIn(blocks)), id: textOf(body.id) || null };
  },
  stream: messageStream,
};

/** The answer that a thread which Anthropic keeps goes on from; null for a call with all of its history. */
const continued = (body: Json): string | null => textOf(record(body.thread).previous_message_id) || null;

/** A user's message that is not a mere answer of tools: their results must come first in it. */
const isSpoken = (message: Json): boolean =>
  message.role === "user" && !records(message.content).some((block) => block.type === "tool_result");

const spoken = (blocks: readonly Json[]): readonly Json[] => blocks.filter(({ type }) => type === "text");

const callsIn = (blocks: readonly Json[]): readonly Turn[] =>
  blocks
    .filter(({ type }) => type === "tool_use")
    .map((block) => ({ role: "tool_call", tool: textOf(block.name), text: JSON.stringify(block.input ?? {}) }));

function turnsOf(list: readonly Json[]): readonly Turn[] {
  const tools = new Map(list.flatMap(({ content }) => records(content).map((block) => [block.id, textOf(block.name)])));
  return list.flatMap((message): readonly Turn[] => {
    const blocks = typeof message.content === "string" ? [{ type: "text", text: message.content }] : records(message.content);
    if (message.role === "assistant") return answerOf(prose(blocks), callsIn(blocks)).turns;
    if (message.role !== "user") return [];
    const results = blocks
      .filter(({ type }) => type === "tool_result")
      .map((block): Turn => ({ role: "tool_result", tool: tools.get(block.tool_use_id) || "tool", text: words(block.content) }));
    const text = words(spoken(blocks));
    return text === "" ? results : [...results, { role: "user", text }];
  });
}

function messageStream(): AnswerReader {
  let isDone = false;
  let id = "";
  const blocks = new Map<unknown, { readonly type: string; readonly name: string; text: string }>();
  return {
    event(data) {
      if (data.type === "message_start") id = textOf(record(data.message).id);
      if (data.type === "content_block_start") {
        const block = record(data.content_block);
        blocks.set(data.index, { type: textOf(block.type), name: textOf(block.name), text: textOf(block.text) });
      }
      if (data.type === "content_block_delta") {
        const block = blocks.get(data.index);
        const delta = record(data.delta);
        if (block !== undefined) block.text += textOf(delta.text) + textOf(delta.partial_json);
      }
      if (data.type === "message_stop") isDone = true;
    },
    answer() {
      const all = [...blocks.values()];
      const calls = all
        .filter(({ type }) => type === "tool_use")
        .map((block): Turn => ({ role: "tool_call", tool: block.name, text: block.text || "{}" }));
      return { ...answerOf(prose(all), calls), id: id || null, isBroken: !isDone };
    },
  };
}
