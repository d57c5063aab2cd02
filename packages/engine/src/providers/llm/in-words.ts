// Tools for a model whose server takes none: offered in the prompt, called by a JSON object, which its schema constrains where one call must be made.
// In: a call with tools. Out: the same without; `spokenCalls` reads the answer.

import type { ModelCall, ModelTraits } from "./adapter.js";
import { toolsInWords } from "./cli/words.js";
import type { Message, Tool } from "./provider.js";

type Call = Omit<ModelCall, "signal">;

export function inWords(call: Call, { objects }: ModelTraits): Call {
  const { toolChoice } = call;
  const named = typeof toolChoice === "object" && toolChoice !== null ? toolChoice.name : null;
  const tools = named === null ? call.tools : call.tools.filter(({ name }) => name === named);
  const isForced = named !== null || toolChoice === "required";
  const offer = toolsInWords({ tools, toolChoice: isForced ? "required" : "auto" });
  return {
    ...call,
    messages: withOffer(call.messages.map(spoken), offer.join("\n")),
    tools: [],
    toolChoice: null,
    schema: isForced && objects !== "none" ? { name: "tool_calls", json: schemaOf(tools), isStrict: objects === "schema" } : call.schema,
  };
}

function withOffer(messages: readonly Message[], offer: string): readonly Message[] {
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", content: offer }, ...messages];
  return [{ role: "system", content: `${first.content}\n\n${offer}` }, ...rest];
}

/** What was called, and what came of it, as it is read and written here. */
function spoken(message: Message): Message {
  if (message.role === "tool") return { role: "user", content: `Result of ${message.name} (${message.toolCallId}):\n${message.content}` };
  if (message.role !== "assistant" || message.toolCalls === undefined || message.toolCalls.length === 0) return message;
  const calls = message.toolCalls.map(({ id, name, input }) => ({ id, name, arguments: input }));
  const said = [message.content, JSON.stringify({ tool_calls: calls })].filter((part) => part.trim() !== "");
  return { role: "assistant", content: said.join("\n") };
}

/** The arguments of one tool are constrained; those of several would take a union, which weak grammars do not know. */
function schemaOf(tools: readonly Tool[]): Readonly<Record<string, unknown>> {
  const given = tools.length === 1 ? tools[0]?.parameters : { type: "object" };
  const one = {
    type: "object",
    properties: { name: { type: "string", enum: tools.map(({ name }) => name) }, arguments: given },
    required: ["name", "arguments"],
  };
  return { type: "object", properties: { tool_calls: { type: "array", items: one, minItems: 1 } }, required: ["tool_calls"] };
}
