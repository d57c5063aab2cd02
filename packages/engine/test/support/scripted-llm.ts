// A language model that says what a test wants, behind a real socket in the wire form of OpenAI's chat completions.
// In: replies as a list or as a function of the request. Out: a base URL for `HINDSIGHT_API_LLM_BASE_URL`, and the requests that came.

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** One reply: an object sent as JSON text, a text as it is (null is null), calls of tools, or an HTTP status. */
export type LlmReply = (
  | { readonly json: unknown; readonly finishReason?: "stop" | "length" }
  | { readonly text: string | null; readonly finishReason?: "stop" | "length" | "content_filter" }
  | { readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[] }
  | { readonly status: number; readonly message?: string; readonly headers?: Readonly<Record<string, string>> }
) & { /** In place of 100 tokens in and 20 out. */ readonly usage?: Readonly<Record<string, unknown>> };

export interface LlmCall {
  /** From 0. */
  readonly index: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Text of all system messages. */
  readonly system: string;
  /** Text of the last user message. */
  readonly user: string;
  /** Of an extraction: what stands behind the line `Content:`. */
  readonly content: string;
}

export interface ScriptedLlm {
  /** Up to and with `/v1`. */
  readonly url: string;
  readonly calls: readonly LlmCall[];
  /** Variables that make it the model of an engine or a server; repeats come without a pause. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A list that has run out answers with status 400, which nobody repeats. */
export async function startScriptedLlm(
  script: readonly LlmReply[] | ((call: LlmCall) => LlmReply | Promise<LlmReply>),
): Promise<ScriptedLlm> {
  const calls: LlmCall[] = [];
  const replyTo = async (call: LlmCall): Promise<LlmReply> => {
    if (typeof script === "function") return script(call);
    return script[call.index] ?? { status: 400, message: `the script has no reply to call ${call.index + 1}` };
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", async () => {
      const body = JSON.parse(Buffer.concat(parts).toString("utf8") || "{}") as Readonly<Record<string, unknown>>;
      const call = callOf(calls.length, request.url ?? "", request.headers, body);
      calls.push(call);
      const reply = await replyTo(call);
      const isFailure = "status" in reply;
      response.writeHead(isFailure ? reply.status : 200, { "content-type": "application/json", ...(isFailure ? reply.headers : {}) });
      response.end(JSON.stringify(isFailure ? { error: { message: reply.message ?? "scripted failure" } } : completion(reply, call)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    url,
    calls,
    env: {
      HINDSIGHT_API_LLM_PROVIDER: "openai",
      HINDSIGHT_API_LLM_BASE_URL: url,
      HINDSIGHT_API_LLM_API_KEY: "test-key",
      HINDSIGHT_API_LLM_MODEL: "scripted-1",
      HINDSIGHT_API_LLM_INITIAL_BACKOFF: "0",
      HINDSIGHT_API_LLM_MAX_BACKOFF: "0",
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const CONTENT = "\nContent:\n";

function callOf(index: number, path: string, headers: IncomingHttpHeaders, body: Readonly<Record<string, unknown>>): LlmCall {
  const messages = (body.messages ?? []) as readonly { readonly role: string; readonly content: unknown }[];
  const system = messages.filter(({ role }) => role === "system" || role === "developer").map(({ content }) => textOf(content));
  const user = textOf(messages.findLast(({ role }) => role === "user")?.content);
  const at = user.indexOf(CONTENT);
  return { index, path, headers, body, system: system.join("\n"), user, content: at < 0 ? "" : user.slice(at + CONTENT.length) };
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === "string" ? content : "";
  return content.map((part: { readonly text?: string }) => part.text ?? "").join("");
}

function completion(reply: Exclude<LlmReply, { readonly status: number }>, call: LlmCall) {
  const content = "json" in reply ? JSON.stringify(reply.json) : "text" in reply ? reply.text : null;
  const toolCalls = ("toolCalls" in reply ? reply.toolCalls : []).map(({ name, input }, index) => ({
    id: `call_${call.index}_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  const finish = "finishReason" in reply ? reply.finishReason : undefined;
  const tokens = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  return {
    id: `chatcmpl-${call.index}`,
    object: "chat.completion",
    created: 0,
    model: String(call.body.model ?? "scripted-1"),
    choices: [
      {
        index: 0,
        finish_reason: finish ?? (toolCalls.length > 0 ? "tool_calls" : "stop"),
        message: { role: "assistant", content, ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}) },
      },
    ],
    usage: reply.usage ?? tokens,
  };
}
