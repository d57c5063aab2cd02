// Results: how what a tool answers is written.
// In: a tool's object or its failure. Out: MCP content, as the contract encodes it for each mode.

import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Result, Tool } from "./tool.js";

/** Inside one bank every tool answers an object; among banks most answer JSON as text, and the structured form repeats that text. */
export function encoded(tool: Pick<Tool, "isObject">, isSingleBank: boolean, value: Result): CallToolResult {
  if (isSingleBank || tool.isObject) return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: { ...value } };
  const text = JSON.stringify(value, null, 2);
  return { content: [{ type: "text", text }], structuredContent: { result: text } };
}

/** A failure of the call itself: no such tool, or arguments that are not of its form. */
export function refusedCall(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

export function failed(tool: Pick<Tool, "failure">, message: string): Result {
  const { text, beside } = tool.failure;
  return text === "message" ? { status: "error", message } : { error: message, ...beside };
}
