// mock: a model for tests, without a network. Deterministic: the same call has the same answer.
// In: a call. Out: the next line of its script; without one, facts for a schema of facts, a least object for other schemas, an echo for text.

import { readFileSync } from "node:fs";
import { z } from "zod";
import { deepestIssue } from "../../../domain/deepest-issue.js";
import { HindsightError } from "../../../errors.js";
import { type ModelAdapter, type ModelCall, ModelCallError, type ModelReply, type ModelSpec } from "../adapter.js";
import { type Message, NO_USAGE, type ToolCall } from "../provider.js";
import { isObject, type JsonSchema } from "../schema.js";
import { factsOf } from "./facts.js";
import { least } from "./least.js";

const FAILURES = [
  "rate_limited",
  "unavailable",
  "unreachable",
  "timeout",
  "unauthorised",
  "refused",
  "context_too_long",
  "bad_request",
] as const;

const FINISH_REASONS = ["stop", "length", "tool_calls", "content_filter", "other"] as const;

/** One answer of a script: a text, or what else may happen. */
const line = z.union(
  [
    z.string(),
    z.strictObject({
      text: z.string("a text or null").nullable().optional(),
      tool: z
        .strictObject({ name: z.string("a text"), input: z.record(z.string(), z.unknown(), "an object") }, "an object {name, input}")
        .optional(),
      finishReason: z.enum(FINISH_REASONS, `one of ${FINISH_REASONS.join(", ")}`).optional(),
      failure: z.enum(FAILURES, `one of ${FAILURES.join(", ")}`).optional(),
      retryAfterMs: z.number("a number of milliseconds").optional(),
    }),
  ],
  "a text, or an object of text, tool, finishReason, failure and retryAfterMs",
);
type Line = z.infer<typeof line>;

/** The adapter of the provider `mock`. Throws `configuration_invalid` for a script that is none. */
export function mockAdapter({ provider, model, options }: ModelSpec): ModelAdapter {
  const script = [...readScript(options.MOCK_SCRIPT ?? "")];
  return {
    provider,
    model: model || "mock",
    traits: { objects: "schema", seesImages: true, takesToolChoice: true },
    async call(call) {
      const next = script.shift();
      return next === undefined ? replyTo(call) : scripted(call, next);
    },
  };
}

const VARIABLE = "HINDSIGHT_API_LLM_MOCK_SCRIPT";

/** A JSON list, or the path of a file that holds one. Throws `configuration_invalid` naming the entry that is wrong; the entries are not repeated. */
export function readScript(setting: string): readonly Line[] {
  if (setting.trim() === "") return [];
  const read = z.array(line, "a list").safeParse(jsonOf(setting));
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const { path, message } = deepestIssue(issue ?? { path: [], message: "a list" });
  const [place, ...field] = path;
  if (typeof place !== "number") throw invalid(`is no JSON list of answers like ["a text", {"failure": "timeout"}]`);
  throw invalid(
    `has a wrong answer at place ${place} (from 0)${field.length === 0 ? "" : `, in ${field.map(String).join(".")}`}: ${message}`,
  );
}

function jsonOf(setting: string): unknown {
  const isList = setting.trimStart().startsWith("[");
  try {
    return JSON.parse(isList ? setting : readFileSync(setting, "utf8"));
  } catch (cause) {
    if (isList) throw invalid("is no JSON", cause);
    throw invalid(
      cause instanceof SyntaxError ? "names a file that holds no JSON" : "is no JSON list, and no file that can be read",
      cause,
    );
  }
}

function invalid(what: string, cause?: unknown): HindsightError {
  return new HindsightError("configuration_invalid", `${VARIABLE} ${what}.`, { cause });
}

function scripted(call: ModelCall, next: Line): ModelReply {
  if (typeof next === "string") return reply(call, next, []);
  if (next.failure !== undefined) {
    throw new ModelCallError(next.failure, next.text ?? `scripted: ${next.failure}`, { retryAfterMs: next.retryAfterMs ?? null });
  }
  const calls = next.tool === undefined ? [] : [{ id: "call_1", ...next.tool }];
  const answer = reply(call, next.text ?? null, calls);
  return next.finishReason === undefined ? answer : { ...answer, finishReason: next.finishReason };
}

function replyTo(call: ModelCall): ModelReply {
  const user = lastUserText(call.messages);
  if (call.tools.length > 0) return reply(call, null, [toolCall(call, user)]);
  const schema = call.schema?.json ?? schemaInWords(call.messages);
  if (schema === null) return reply(call, user === "" ? "ready" : user, []);
  const object = isObject(schema.properties) && "facts" in schema.properties ? factsOf(schema, user) : least(schema, schema, user);
  return reply(call, JSON.stringify(object), []);
}

/** The tool that was asked for, the only one, `done`, or the first. */
function toolCall({ tools, toolChoice, messages }: ModelCall, user: string): ToolCall {
  const wanted = typeof toolChoice === "object" && toolChoice !== null ? toolChoice.name : "done";
  const tool = tools.find(({ name }) => name === wanted) ?? tools[0];
  const input = least(tool?.parameters ?? {}, tool?.parameters ?? {}, user.slice(0, 200));
  return { id: `call_${messages.length}`, name: tool?.name ?? "", input: isObject(input) ? input : {} };
}

function schemaInWords(messages: readonly Message[]): JsonSchema | null {
  const words = messages.filter((message) => message.role === "system").map(({ content }) => content);
  const [, json] = words.join("\n").match(/matching this schema:\n(.+)/) ?? [];
  const parsed: unknown = json === undefined ? null : JSON.parse(json);
  return isObject(parsed) ? parsed : null;
}

function lastUserText(messages: readonly Message[]): string {
  const content = messages.findLast((message) => message.role === "user")?.content ?? "";
  return typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** Four characters are about one token. */
const tokensIn = (value: unknown): number => Math.ceil((JSON.stringify(value) ?? "").length / 4);

function reply(call: ModelCall, text: string | null, toolCalls: readonly ToolCall[]): ModelReply {
  const input = tokensIn(call.messages.map(({ content }) => (typeof content === "string" ? content : "")));
  const output = tokensIn(text ?? toolCalls);
  const usage = { ...NO_USAGE, input, output, total: input + output };
  return { text, toolCalls, finishReason: toolCalls.length > 0 ? "tool_calls" : "stop", usage };
}
