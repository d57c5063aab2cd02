// What the SDK read from a reply, in our form. In: its result. Out: text, tool calls, finish reason and usage; a ModelCallError for a refusal.

import type {
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3ToolCall,
  SharedV3ProviderMetadata,
} from "@ai-sdk/provider";
import { jsonrepair } from "jsonrepair";
import { at } from "../../http/read-answer.js";
import { ModelCallError, type ModelReply } from "../adapter.js";
import type { FinishReason, TokenUsage, ToolCall } from "../provider.js";
import { isObject } from "./exchange.js";
import { parsed, type Secrets, short } from "./failures.js";

export type KeepMetadata = (toolCallId: string, metadata: SharedV3ProviderMetadata) => void;

export interface ReplyOptions {
  /** The tool whose arguments are the answer; null when tools are tools. */
  readonly forcedTool: string | null;
  readonly keep: KeepMetadata;
  readonly secrets: Secrets;
}

const FINISHES: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  length: "length",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
};

export function replyOf(result: LanguageModelV3GenerateResult, options: ReplyOptions): ModelReply {
  const usage = usageOf(result.usage);
  const finishReason = FINISHES[result.finishReason.unified] ?? "other";
  refuse(result, usage, options.secrets);
  const text = result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const calls = result.content.filter(isCall);
  if (result.finishReason.unified === "error" && text === "" && calls.length === 0) {
    throw new ModelCallError("unavailable", "it broke off its answer", { usage });
  }
  const forced = options.forcedTool === null ? undefined : calls.find(({ toolName }) => toolName === options.forcedTool);
  if (forced !== undefined) {
    return { text: forced.input, toolCalls: [], finishReason: finishReason === "tool_calls" ? "stop" : finishReason, usage };
  }
  for (const call of calls) if (call.providerMetadata !== undefined) options.keep(call.toolCallId, call.providerMetadata);
  // Many servers say "stop" beside tool calls.
  const isCalling = calls.length > 0 && (finishReason === "stop" || finishReason === "other");
  return {
    text: text === "" ? null : text,
    toolCalls: calls.map((call) => toolCallOf(call, finishReason === "length")),
    finishReason: isCalling ? "tool_calls" : finishReason,
    usage,
  };
}

const isCall = (part: LanguageModelV3Content): part is LanguageModelV3ToolCall => part.type === "tool-call";

/** A filter of the provider, or the model's own refusal (`refusal` of OpenAI's forms, which SDKs show as text). */
function refuse(result: LanguageModelV3GenerateResult, usage: TokenUsage, secrets: Secrets): void {
  const refusal = refusalIn(result.response?.body);
  if (result.finishReason.unified !== "content-filter" && refusal === null) return;
  const words = refusal === null ? "" : `: ${short(refusal, secrets)}`;
  throw new ModelCallError("refused", `it refuses to answer${words}`, { usage });
}

function refusalIn(body: unknown): string | null {
  const choices = at(body, "choices");
  const output = at(body, "output");
  const chat = Array.isArray(choices) ? [at(choices[0], "message", "refusal")] : [];
  const parts = Array.isArray(output) ? output.flatMap((item) => at(item, "content") ?? []) : [];
  const found = [...chat, ...parts.map((part) => at(part, "refusal"))].find((one) => typeof one === "string" && one !== "");
  return typeof found === "string" ? found : null;
}

function toolCallOf(call: LanguageModelV3ToolCall, isCut: boolean): ToolCall {
  const { input, problem } = argumentsOf(call.input, isCut);
  return { id: call.toolCallId, name: call.toolName, input, ...(problem === undefined ? {} : { problem }) };
}

/** Arguments as an object: as they are, else repaired, else none with the reason. What the token limit cut is not completed: half a query is another query. */
function argumentsOf(text: string, isCut: boolean): { readonly input: ToolCall["input"]; readonly problem?: string } {
  if (text.trim() === "") return { input: {} };
  const value = parsed(text) ?? (isCut ? undefined : repaired(text));
  // Some models quote their arguments twice.
  const inner = typeof value === "string" ? (parsed(value) ?? repaired(value)) : value;
  return isObject(inner) ? { input: inner } : { input: {}, problem: `The arguments are not a JSON object: ${short(text).slice(0, 120)}` };
}

function repaired(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    return parsed(jsonrepair(text));
  } catch (cause) {
    if (cause instanceof Error && cause.name === "JSONRepairError") return undefined;
    throw cause;
  }
}

/** Some providers count thoughts within the output, some beside it: the total tells which. */
function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV3GenerateResult["usage"]): TokenUsage {
  const input = inputTokens.total ?? (inputTokens.noCache ?? 0) + (inputTokens.cacheRead ?? 0) + (inputTokens.cacheWrite ?? 0);
  const thoughts = outputTokens.reasoning ?? 0;
  const counted = outputTokens.total ?? (outputTokens.text ?? 0) + thoughts;
  const areBeside = thoughts > 0 && at(raw, "total_tokens") === input + counted + thoughts;
  const output = areBeside ? counted : Math.max(0, counted - thoughts);
  return { input, output, total: input + output + thoughts, cached: inputTokens.cacheRead ?? 0, thoughts };
}
