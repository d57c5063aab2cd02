// LangChain's messages and ours.
// In: what a chat model takes or gives. Out: turns; messages with memories in them.

import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import { AIMessage, type BaseMessage, coerceMessageLikeToMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { Answer, Begun } from "../memory.js";
import type { Turn } from "../turns.js";
import { answerOf } from "../wire/chat.js";
import { joined } from "../wire/format.js";

/** The messages that an input stands for: a text, messages of any spelling, or a prompt's value. */
export function messagesOf(input: BaseLanguageModelInput): readonly BaseMessage[] {
  if (typeof input === "string") return [new HumanMessage(input)];
  return Array.isArray(input) ? input.map(coerceMessageLikeToMessage) : input.toChatMessages();
}

export function turnsOf(messages: readonly BaseMessage[]): readonly Turn[] {
  return messages.flatMap((message): readonly Turn[] => {
    switch (message.type) {
      case "human":
        return [{ role: "user", text: message.text }];
      case "ai":
        return answerIn(message).turns;
      case "tool":
        return [{ role: "tool_result", tool: message.name ?? "tool", text: message.text }];
      default:
        return [];
    }
  });
}

/** What an answer says, a whole one or all chunks of one. */
export function answerIn(message: BaseMessage): Answer {
  const calls = AIMessage.isInstance(message) || "tool_calls" in message ? (message as AIMessage).tool_calls : undefined;
  const made = (calls ?? []).map(({ name, args }): Turn => ({ role: "tool_call", tool: name, text: JSON.stringify(args) }));
  return answerOf(message.text, made);
}

/** The messages with the block in them; those given stay as they are. */
export function withBlock(messages: readonly BaseMessage[], injection: Begun["injection"]): BaseMessage[] {
  if (injection === null) return [...messages];
  const { block, mode } = injection;
  const isPlace = mode === "prepend_user" ? ({ type }: BaseMessage) => type === "human" : ({ type }: BaseMessage) => type === "system";
  const index = messages.findLastIndex(isPlace);
  const message = messages[index];
  if (message === undefined) return [new SystemMessage(block), ...messages];
  const content = joined(message.content, block, mode === "prepend_user" ? "start" : "end", { type: "text", text: block }) as string;
  const { id, name, additional_kwargs, response_metadata } = message;
  const fields = {
    content,
    additional_kwargs,
    response_metadata,
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  };
  return [
    ...messages.slice(0, index),
    mode === "prepend_user" ? new HumanMessage(fields) : new SystemMessage(fields),
    ...messages.slice(index + 1),
  ];
}
