// llama.cpp's llama-server, as its clients see it: `/v1/chat/completions` with its rules and its words for what is wrong. The answers are a script's.
// In: how it was started, and a script. Out: the address, and what was asked. From tools/server of its source (README.md, server-task.cpp, server-common.cpp).

import type { LlmCall } from "../../packages/engine/test/support/scripted-llm.js";
import { type Answered, type ModelStub, promptTokens, type Script, saidBy, serveStub, tokensOf } from "./model-stub.js";

export interface LlamaFlags {
  /** `--ctx-size` with one slot. */
  readonly window: number;
  /** `--jinja` or `--no-jinja`. */
  readonly jinja: boolean;
  /** Its model is a thinking one, and `--reasoning-budget` is not 0. */
  readonly thinking: boolean;
  /** Requests that come while the model is being loaded. */
  readonly loading: number;
  /** `--api-key`; empty: none. */
  readonly apiKey: string;
}

export const LLAMA: LlamaFlags = { window: 16_384, jinja: true, thinking: true, loading: 0, apiKey: "" };

const TYPES = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  500: "server_error",
  503: "unavailable_error",
};

const failed = (code: keyof typeof TYPES, message: string, more: Readonly<Record<string, unknown>> = {}): Answered => ({
  status: code,
  body: { error: { code, message, type: TYPES[code], ...more } },
});

export async function startLlamaCpp(flags: LlamaFlags, script: Script): Promise<ModelStub> {
  let waits = flags.loading;
  const loading = (): Answered | null => {
    waits -= 1;
    return waits >= 0 ? failed(503, "Loading model") : null;
  };
  return serveStub(
    /^(\/v1)?\/chat\/completions$/,
    (call) => loading() ?? completion(call, flags, script),
    (path) => {
      if (path !== "/health" && path !== "/v1/models") return failed(404, "File Not Found");
      return loading() ?? { status: 200, body: path === "/health" ? { status: "ok" } : { object: "list", data: [{ id: "qwen3-8b" }] } };
    },
  );
}

function completion(call: LlmCall, flags: LlamaFlags, script: Script): Answered {
  const { body, headers } = call;
  if (flags.apiKey !== "" && headers.authorization !== `Bearer ${flags.apiKey}`) return failed(401, "Invalid API Key");
  const hasTools = Array.isArray(body.tools) && body.tools.length > 0;
  if (hasTools && !flags.jinja) return failed(500, "tools param requires --jinja flag");
  const refusal = refusedFormat(body.response_format);
  if (refusal !== null) return failed(400, refusal);
  if (hasTools && formatType(body.response_format) === "json_schema")
    return failed(400, "Cannot use custom grammar constraints with tools.");
  const asked = promptTokens(body);
  if (asked >= flags.window) {
    const message = `request (${asked} tokens) exceeds the available context size (${flags.window} tokens), try increasing it`;
    return failed(400, message, { type: "exceed_context_size_error", n_prompt_tokens: asked, n_ctx: flags.window });
  }
  const said = saidBy(script(call));
  if (said === null) return failed(500, "Compute error.");
  const template = (body.chat_template_kwargs ?? {}) as { readonly enable_thinking?: boolean };
  const most = typeof body.max_tokens === "number" && body.max_tokens >= 0 ? body.max_tokens : Number.POSITIVE_INFINITY;
  return reply(call, said, { asked, room: Math.min(most, flags.window - asked) }, flags.thinking && template.enable_thinking !== false);
}

const formatType = (format: unknown): unknown => (format as { readonly type?: unknown } | undefined)?.type;

function refusedFormat(format: unknown): string | null {
  const type = formatType(format);
  if (format === undefined || type === "text" || type === "json_object") return null;
  if (type !== "json_schema") return `response_format type must be one of "text" or "json_object", but got: ${String(type)}`;
  const { schema } = (format as { readonly json_schema?: { readonly schema?: unknown } }).json_schema ?? {};
  return typeof schema === "object" && schema !== null ? null : "JSON schema conversion failed: Unrecognized schema";
}

function reply(
  { body, index }: LlmCall,
  { text, calls, isCut }: NonNullable<ReturnType<typeof saidBy>>,
  { asked, room }: { readonly asked: number; readonly room: number },
  thinks: boolean,
): Answered {
  const isOver = tokensOf(text) > room;
  const content = isOver ? text.slice(0, Math.max(0, room) * 4) : text;
  const message = {
    role: "assistant",
    ...(thinks ? { reasoning_content: "What is wanted of me?" } : {}),
    content: calls.length > 0 ? null : content,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ name, input }, at) => ({
            type: "function",
            function: { name, arguments: JSON.stringify(input) },
            id: `call_${index}_${at}`,
          })),
        }),
  };
  const finish_reason = isOver || isCut ? "length" : calls.length > 0 ? "tool_calls" : "stop";
  const written = tokensOf(content);
  const end = {
    created: 1_796_000_000,
    model: "qwen3-8b",
    system_fingerprint: "b7000-0000000",
    id: `chatcmpl-${index}`,
  };
  const usage = { completion_tokens: written, prompt_tokens: asked, total_tokens: asked + written };
  const timings = { cache_n: 0, prompt_n: asked, prompt_ms: 1, predicted_n: written, predicted_ms: 1 };
  if (body.stream !== true) {
    return { status: 200, body: { choices: [{ finish_reason, index: 0, message }], object: "chat.completion", ...end, usage, timings } };
  }
  const called = message.tool_calls === undefined ? [] : [{ tool_calls: message.tool_calls.map((call, at) => ({ index: at, ...call })) }];
  const deltas = [{ role: "assistant", content: null }, ...[...content].map((letter) => ({ content: letter })), ...called];
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ finish_reason: null, index: 0, delta }], object: "chat.completion.chunk", ...end })),
    { choices: [{ finish_reason, index: 0, delta: {} }], object: "chat.completion.chunk", ...end, timings },
  ].map((chunk) => JSON.stringify(chunk));
  return {
    status: 200,
    body: null,
    stream: { contentType: "text/event-stream", pieces: [...chunks, "[DONE]"].map((data) => `data: ${data}\n\n`) },
  };
}
