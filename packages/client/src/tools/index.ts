// Memory as tools of a language model, for function calling.
// In: a client, a bank, and what the application decides. Out: definitions in the shapes of OpenAI and Anthropic, and what runs a call.
// A failing call becomes a text that the model reads; only the caller's own abort is thrown.

import { HindsightError } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { MemoryToolsOptions, ToolName, ToolParameters, ToolSpecification } from "./policy.js";
import { checkedArguments, parametersOf, TOOLS } from "./run.js";

/** A call in OpenAI's chat completions (`message.tool_calls[]`). */
export interface ChatToolCall {
  id: string;
  type?: "function";
  function: { name: string; arguments: string };
}
/** A call in OpenAI's responses (`output[]` of type function_call). */
export interface ResponseToolCall {
  type: "function_call";
  call_id: string;
  name: string;
  arguments: string;
}
/** A call of Anthropic's messages (a content block of type tool_use). */
export interface AnthropicToolUse {
  type: "tool_use";
  id: string;
  name: string;
  input: unknown;
}

export interface ChatToolMessage {
  role: "tool";
  tool_call_id: string;
  content: string;
}
export interface ResponseToolOutput {
  type: "function_call_output";
  call_id: string;
  output: string;
}
export interface AnthropicToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: string;
  is_error?: boolean;
}

export interface MemoryTools {
  /** Names, descriptions and schemas, for any other provider. */
  readonly specifications: ToolSpecification[];
  /** For `tools` of OpenAI's chat completions. */
  readonly openai: { type: "function"; function: ToolSpecification }[];
  /** For `tools` of OpenAI's responses. */
  readonly openaiResponses: ({ type: "function"; strict: false } & ToolSpecification)[];
  /** For `tools` of Anthropic's messages. */
  readonly anthropic: { name: string; description: string; input_schema: ToolParameters }[];
  /** Whether a call is one of these tools: others are the application's own. */
  readonly has: (name: string) => boolean;
  /** Runs a tool by name. @throws HindsightError */
  readonly run: (name: string, args: unknown, options?: CallOptions) => Promise<string>;
  /** Runs a model's call as it came, and returns the message to send back. */
  execute(call: ChatToolCall, options?: CallOptions): Promise<ChatToolMessage>;
  execute(call: ResponseToolCall, options?: CallOptions): Promise<ResponseToolOutput>;
  execute(call: AnthropicToolUse, options?: CallOptions): Promise<AnthropicToolResult>;
}

export function createMemoryTools(options: MemoryToolsOptions): MemoryTools {
  const { prefix = "", ...tools } = options;
  const names = (Object.keys(TOOLS) as ToolName[]).filter((name) => tools[name] !== false);
  const byName = new Map(names.map((name) => [prefix + name, name]));
  const specifications = names.map((name) => ({
    name: prefix + name,
    description: described(tools[name]) ?? TOOLS[name].description,
    parameters: parametersOf(TOOLS[name]),
  }));
  const run: MemoryTools["run"] = async (name, args, call = {}) => {
    const tool = byName.get(name);
    if (tool !== undefined) return TOOLS[tool].run(tools, checkedArguments(name, TOOLS[tool], args), call);
    throw new HindsightError(`There is no tool "${name}"; there are ${[...byName.keys()].join(", ")}.`, undefined, undefined, {
      code: "bad_argument",
    });
  };
  return {
    specifications,
    openai: specifications.map((each) => ({ type: "function", function: each })),
    openaiResponses: specifications.map((each) => ({ type: "function", strict: false, ...each })),
    anthropic: specifications.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
    has: (name) => byName.has(name),
    run,
    execute: ((call: ChatToolCall | ResponseToolCall | AnthropicToolUse, options: CallOptions = {}) =>
      answered(call, (name, args) =>
        told(() => run(name, typeof args === "string" ? parsed(name, args) : args, options), options.signal),
      )) as MemoryTools["execute"],
  };
}

const described = (policy: { description?: string } | false | undefined): string | undefined => (policy ? policy.description : undefined);

interface Told {
  readonly text: string;
  readonly isError: boolean;
}

/** The answer in the shape of the call. */
async function answered(
  call: ChatToolCall | ResponseToolCall | AnthropicToolUse,
  run: (name: string, args: unknown) => Promise<Told>,
): Promise<ChatToolMessage | ResponseToolOutput | AnthropicToolResult> {
  if ("function" in call) {
    return { role: "tool", tool_call_id: call.id, content: (await run(call.function.name, call.function.arguments)).text };
  }
  if (call.type === "function_call") {
    return { type: "function_call_output", call_id: call.call_id, output: (await run(call.name, call.arguments)).text };
  }
  const { text, isError } = await run(call.name, call.input);
  return { type: "tool_result", tool_use_id: call.id, content: text, ...(isError ? { is_error: true } : {}) };
}

/** By name, since the client may be of another build, or an engine in this process. */
async function told(run: () => Promise<string>, signal: AbortSignal | undefined): Promise<Told> {
  try {
    return { text: await run(), isError: false };
  } catch (error) {
    if (error instanceof Error && error.name === "HindsightError" && !signal?.aborted)
      return { text: `Error: ${error.message}`, isError: true };
    throw error;
  }
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch (cause) {
    throw new HindsightError(`${name}: the arguments are no JSON`, undefined, text, { code: "bad_argument", cause });
  }
}
