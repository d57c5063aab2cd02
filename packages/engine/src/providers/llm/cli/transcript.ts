// A conversation as one text, for programs that take one prompt. In: a call. Out: rules, tools, what was said, and what is wanted now.

import { type ModelCall, ModelCallError } from "../adapter.js";
import type { Message, MessagePart } from "../provider.js";
import { toolsInWords } from "./words.js";

export function transcriptOf(call: ModelCall): string {
  const rules = call.messages.flatMap((message) => (message.role === "system" ? [message.content] : []));
  const said = call.messages.filter(({ role }) => role !== "system");
  const [only] = said;
  // The usual call, one request under some rules, needs no marks of who speaks.
  const conversation = said.length === 1 && only?.role === "user" ? [textOf(only.content)] : said.map(turnOf);
  const schema =
    call.schema === null ? [] : [`Answer with one JSON object and nothing else, by this JSON schema:\n${JSON.stringify(call.schema.json)}`];
  return [...rules, ...toolsInWords(call), ...conversation, ...schema].join("\n\n");
}

function turnOf(message: Message): string {
  switch (message.role) {
    case "system":
      return message.content;
    case "user":
      return `<user>\n${textOf(message.content)}\n</user>`;
    case "assistant": {
      const calls = (message.toolCalls ?? []).map(({ id, name, input }) => ({ id, name, arguments: input }));
      return `<assistant>\n${[message.content, ...(calls.length === 0 ? [] : [JSON.stringify({ tool_calls: calls })])].filter((part) => part !== "").join("\n")}\n</assistant>`;
    }
    case "tool":
      return `<tool_result id=${JSON.stringify(message.toolCallId)} name=${JSON.stringify(message.name)}>\n${message.content}\n</tool_result>`;
  }
}

function textOf(content: string | readonly MessagePart[]): string {
  if (typeof content === "string") return content;
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      throw new ModelCallError("bad_request", "the program takes no images and files; use a provider with a key for them");
    })
    .join("\n");
}
