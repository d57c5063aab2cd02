// Tools for models that can only be written to: offered in words, called by a JSON object. In: tools, or an answer. Out: their description, or the calls in it.

import { randomUUID } from "node:crypto";
import { jsonrepair } from "jsonrepair";
import type { ModelCall } from "../adapter.js";
import { isObject } from "../adapters/exchange.js";
import { parsed } from "../adapters/failures.js";
import type { Tool, ToolCall } from "../provider.js";

export function toolsInWords({ tools, toolChoice }: Pick<ModelCall, "tools" | "toolChoice">): readonly string[] {
  if (tools.length === 0) return [];
  const list = tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters })).join("\n");
  const must =
    toolChoice === "required" ? "You must call at least one of them now." : "Call them when they help; otherwise answer in plain text.";
  return [
    `These tools are at your service, and no others. You do not run them yourself: to call some, answer with nothing but one JSON object {"tool_calls": [{"name": "…", "arguments": {…}}]}; their results follow. ${must}\n${list}`,
  ];
}

/** The calls of known tools in an answer; none when it is text. */
export function callsIn(text: string, tools: readonly Tool[]): readonly ToolCall[] {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (start === -1 || !text.includes("tool_calls")) return [];
  const value = objectIn(text.slice(start, end < start ? undefined : end + 1));
  if (!isObject(value) || !Array.isArray(value.tool_calls)) return [];
  const names = new Set(tools.map(({ name }) => name));
  return value.tool_calls.flatMap((call: unknown) => {
    if (!isObject(call) || typeof call.name !== "string" || !names.has(call.name)) return [];
    const input = typeof call.arguments === "string" ? parsed(call.arguments) : call.arguments;
    const good = isObject(input) ? { input } : { input: {}, problem: "The arguments are not a JSON object." };
    return [{ id: `call_${randomUUID()}`, name: call.name, ...good }];
  });
}

function objectIn(text: string): unknown {
  const value = parsed(text);
  if (value !== undefined) return value;
  try {
    return parsed(jsonrepair(text));
  } catch (cause) {
    if (cause instanceof Error && cause.name === "JSONRepairError") return undefined; // it was text after all
    throw cause;
  }
}
