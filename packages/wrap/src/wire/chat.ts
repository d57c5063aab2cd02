// OpenAI's chat completions, as many other providers speak them too.
// In: bodies as they are sent and answered. Out: turns; bodies with memories in them.

import type { Answer } from "../memory.js";
import type { Turn } from "../turns.js";
import { type AnswerReader, isRecord, type Json, joined, record, records, textOf, type WireFormat, withItem, words } from "./format.js";

export const chatCompletions: WireFormat = {
  path: /\/chat\/completions$/,
  read(body) {
    if (!Array.isArray(body.messages)) return null;
    return { model: textOf(body.model) || null, turns: turnsOf(records(body.messages)) };
  },
  inject(body, block, mode) {
    const messages = body.messages as readonly unknown[];
    const part = { type: "text", text: block };
    if (mode === "prepend_user") {
      const index = messages.findLastIndex((message) => record(message).role === "user");
      return { ...body, messages: withItem(messages, index, (item) => ({ ...item, content: joined(item.content, block, "start", part) })) };
    }
    const index = messages.findIndex((message) => ["system", "developer"].includes(textOf(record(message).role)));
    if (index < 0) return { ...body, messages: [{ role: "system", content: block }, ...messages] };
    return { ...body, messages: withItem(messages, index, (item) => ({ ...item, content: joined(item.content, block, "end", part) })) };
  },
  answer(body) {
    const message = record(records(body.choices)[0]?.message);
    return answerOf(spoken(message), callsOf(message));
  },
  stream: chatStream,
};

function turnsOf(messages: readonly Json[]): readonly Turn[] {
  const tools = new Map(
    messages.flatMap((message) => records(message.tool_calls).map((call) => [call.id, textOf(record(call.function).name)])),
  );
  return messages.flatMap((message): readonly Turn[] => {
    switch (message.role) {
      case "user":
        return [{ role: "user", text: words(message.content) }];
      case "assistant":
        return answerOf(spoken(message), callsOf(message)).turns;
      case "tool":
      case "function":
        return [
          { role: "tool_result", tool: (tools.get(message.tool_call_id) ?? textOf(message.name)) || "tool", text: words(message.content) },
        ];
      default:
        return [];
    }
  });
}

/** Words, a refusal, or what a voice said. */
const spoken = (message: Json): string => words(message.content) || textOf(message.refusal) || textOf(record(message.audio).transcript);

/** Calls of tools, and the one call of a function that older clients know. */
const callsOf = (message: Json): readonly Turn[] =>
  [...records(message.tool_calls), ...(isRecord(message.function_call) ? [{ function: message.function_call }] : [])].map((call: Json) => {
    const made = isRecord(call.function) ? call.function : record(call.custom);
    return { role: "tool_call", tool: textOf(made.name), text: textOf(made.arguments) || textOf(made.input) };
  });

/** What an assistant said, and the tools it goes on to use. */
export function answerOf(text: string, calls: readonly Turn[]): Answer {
  const isOpen = calls.length > 0;
  const said: readonly Turn[] = text === "" ? [] : [{ role: "assistant", text, ...(isOpen ? { isOpen } : {}) }];
  return { turns: [...said, ...calls], isOpen };
}

/** Reads the first choice; others are alternatives that were not taken. */
function chatStream(): AnswerReader {
  let text = "";
  let isDone = false;
  const calls = new Map<unknown, { name: string; input: string }>();
  return {
    event(data) {
      const choice = records(data.choices).find((each) => (each.index ?? 0) === 0);
      if (choice === undefined) return;
      const delta = record(choice.delta);
      text += textOf(delta.content) + textOf(delta.refusal) + textOf(record(delta.audio).transcript);
      const parts = isRecord(delta.function_call) ? [{ function: delta.function_call }] : records(delta.tool_calls);
      for (const part of parts as readonly Json[]) {
        const made = record(part.function);
        const call = calls.get(part.index ?? 0) ?? { name: "", input: "" };
        calls.set(part.index ?? 0, { name: call.name + textOf(made.name), input: call.input + textOf(made.arguments) });
      }
      if (typeof choice.finish_reason === "string") isDone = true;
    },
    answer() {
      const turns = [...calls.values()].map(({ name, input }): Turn => ({ role: "tool_call", tool: name, text: input }));
      return { ...answerOf(text, turns), isBroken: !isDone };
    },
  };
}
