// Calls of tools that stand in the text of an answer: small models write them in the form of their training, and servers do not always see it.
// In: a text, and the tools that were offered. Out: the calls of those tools; none when it is text.

import { randomUUID } from "node:crypto";
import { jsonrepair } from "jsonrepair";
import type { Tool, ToolCall } from "./provider.js";
import { stripReasoning } from "./read-object/index.js";
import { isObject } from "./schema.js";

/** Hermes and Qwen; the last one is often not closed. */
const TAGGED = /<tool_call>\s*([\s\S]*?)\s*(?:<\/tool_call>|$)/gi;
/** Llama 3; with parameters of their own tags, Qwen 3 Coder. */
const NAMED = /<function=([\w.-]+)>\s*([\s\S]*?)\s*(?:<\/function>|$)/gi;
const PARAMETER = /<parameter=([\w.-]+)>\s*([\s\S]*?)\s*(?:<\/parameter>|(?=<parameter=)|$)/gi;
/** Mistral, Llama 3.1, and a fence around the whole answer. */
const MARKS = /^\s*(?:\[TOOL_CALLS\]|<\|python_tag\|>|```(?:json|tool_call)?\s*\n)|\n\s*```\s*$/g;

/** Beside marks and tags only a text that is nothing but calls counts as one: an answer may speak of tools. */
export function spokenCalls(text: string, tools: readonly Tool[]): readonly ToolCall[] {
  if (tools.length === 0 || !tools.some(({ name }) => text.includes(name))) return [];
  const said = stripReasoning(text);
  const known = new Set(tools.map(({ name }) => name));
  const tagged = [...said.matchAll(TAGGED)].flatMap(([, inner = ""]) => (inner.startsWith("<") ? [] : callsIn(jsonIn(inner))));
  const named = [...said.matchAll(NAMED)].map(([, name = "", inner = ""]) => ({ name, given: parametersIn(inner) ?? jsonIn(inner) }));
  const found = [...tagged, ...named];
  const calls = found.length > 0 ? found : callsIn(jsonIn(said.replace(MARKS, "").trim()));
  return calls.every(({ name }) => known.has(name)) ? calls.map(toolCall) : [];
}

interface Spoken {
  readonly name: string;
  readonly given: unknown;
}

/** One call, a list of them, or an object that holds one. */
function callsIn(value: unknown): readonly Spoken[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isObject(value)) return [];
  if (Array.isArray(value.tool_calls)) return callsIn(value.tool_calls);
  if (isObject(value.function)) return callsIn(value.function);
  return typeof value.name === "string" ? [{ name: value.name, given: value.arguments ?? value.parameters ?? {} }] : [];
}

function parametersIn(text: string): Readonly<Record<string, unknown>> | null {
  const pairs = [...text.matchAll(PARAMETER)].map(([, name = "", value = ""]) => [name, strictly(value) ?? value] as const);
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

function toolCall({ name, given }: Spoken): ToolCall {
  const input = typeof given === "string" ? jsonIn(given) : given;
  const id = `call_${randomUUID()}`;
  return isObject(input) ? { id, name, input } : { id, name, input: {}, problem: "The arguments are not a JSON object." };
}

function jsonIn(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  const value = strictly(text);
  if (value !== undefined) return value;
  try {
    return strictly(jsonrepair(text));
  } catch (cause) {
    if (cause instanceof Error && cause.name === "JSONRepairError") return undefined; // it was text after all
    throw cause;
  }
}

function strictly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}
