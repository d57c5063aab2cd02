// Messages and tools in the form of the SDK. In: ours. Out: LanguageModelV3's.

import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  SharedV3ProviderMetadata,
} from "@ai-sdk/provider";
import type { Message, MessagePart, Tool, ToolCall } from "../provider.js";

type ToolResult = Extract<LanguageModelV3Message, { role: "tool" }>["content"][number];

/** What a provider wants back with a tool call of its own, as a thought signature; undefined for most. */
export type KeptMetadata = (toolCallId: string) => SharedV3ProviderMetadata | undefined;

/**
 * The prompt. System messages at the head become one, and later ones go to the user's side: Anthropic, and chat templates of many
 * local models, take one system message at the start and no other. Results of tools that follow one another become one message.
 */
export function promptOf(messages: readonly Message[], kept: KeptMetadata): LanguageModelV3Prompt {
  const prompt: LanguageModelV3Prompt = [];
  const head = messages.findIndex(({ role }) => role !== "system");
  const rules = messages.slice(0, head === -1 ? messages.length : head).map(({ content }) => content as string);
  if (rules.length > 0) prompt.push({ role: "system", content: rules.join("\n\n") });
  for (const message of messages.slice(rules.length)) {
    const last = prompt.at(-1);
    if (message.role === "tool") {
      const result: ToolResult = {
        type: "tool-result",
        toolCallId: message.toolCallId,
        toolName: message.name,
        output: { type: "text", value: message.content },
      };
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role: "tool", content: [result] });
    } else if (message.role === "assistant") {
      prompt.push({
        role: "assistant",
        content: [...textOf(message.content), ...(message.toolCalls ?? []).map((call) => calling(call, kept))],
      });
    } else {
      prompt.push({ role: "user", content: partsOf(message.content).map(partOf) });
    }
  }
  return prompt;
}

const partsOf = (content: string | readonly MessagePart[]): readonly MessagePart[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : content;

const textOf = (text: string) => (text === "" ? [] : [{ type: "text" as const, text }]);

function partOf(part: MessagePart) {
  if (part.type === "text") return { type: "text" as const, text: part.text };
  const { mediaType, bytes: data, filename } = part;
  return { type: "file" as const, mediaType, data, ...(filename === undefined ? {} : { filename }) };
}

function calling(call: ToolCall, kept: KeptMetadata) {
  const providerOptions = kept(call.id);
  return {
    type: "tool-call" as const,
    toolCallId: call.id,
    toolName: call.name,
    input: call.input,
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
}

export function toolOf(tool: Tool): LanguageModelV3FunctionTool {
  return { type: "function", name: tool.name, description: tool.description, inputSchema: tool.parameters };
}
