// Ollama, as its clients see it: `/api/chat` with its rules, its words for what is wrong, and its silent cut of long prompts. The answers are a script's.
// In: the models that were pulled, and a script. Out: the address, and what was asked. From api/types.go and server/routes.go of its source, 0.12 and later.

import type { LlmCall } from "../../packages/engine/test/support/scripted-llm.js";
import {
  type Answered,
  type ModelStub,
  messagesOf,
  promptTokens,
  type Script,
  saidBy,
  serveStub,
  tokensOf,
  type WireMessage,
} from "./model-stub.js";

/** What a pulled model can do; names carry their tag. */
export type Pulled = Readonly<Record<string, { readonly tools: boolean; readonly thinking: boolean }>>;

/** The window where a call names none, on a machine without a large card. */
const DEFAULT_WINDOW = 4_096;

export interface OllamaStub extends ModelStub {
  /** For each answered call, the messages that the model read: fewer or shorter than were sent where the prompt was cut. */
  readonly read: readonly (readonly WireMessage[])[];
}

export async function startOllama(pulled: Pulled, script: Script): Promise<OllamaStub> {
  const read: (readonly WireMessage[])[] = [];
  const stub = await serveStub(
    /^\/api\/chat$/,
    (call) => chat(call, pulled, script, read),
    (path) => {
      if (path === "/api/version") return { status: 200, body: { version: "0.12.6" } };
      if (path === "/api/tags") return { status: 200, body: { models: Object.keys(pulled).map((name) => ({ name, model: name })) } };
      return path === "/" ? { status: 200, body: "Ollama is running" } : { status: 404, body: "404 page not found" };
    },
  );
  return { ...stub, read };
}

const failed = (status: number, error: string): Answered => ({ status, body: { error } });

function chat(call: LlmCall, pulled: Pulled, script: Script, read: (readonly WireMessage[])[]): Answered {
  const { body } = call;
  const name = String(body.model ?? "");
  const model = pulled[name.includes(":") ? name : `${name}:latest`];
  if (model === undefined) return failed(404, `model '${name}' not found`);
  const hasTools = Array.isArray(body.tools) && body.tools.length > 0;
  if (hasTools && !model.tools) return failed(400, `registry.ollama.ai/library/${name} does not support tools`);
  const isThinking = body.think !== undefined && body.think !== false;
  if (isThinking && !model.thinking) return failed(400, `"${name}" does not support thinking`);
  const { format } = body;
  if (format !== undefined && format !== "json" && (typeof format !== "object" || format === null)) {
    return failed(400, `invalid format: ${JSON.stringify(format)}; expected "json" or a valid JSON Schema object`);
  }
  const options = (body.options ?? {}) as { readonly num_ctx?: number; readonly num_predict?: number };
  const window = options.num_ctx ?? DEFAULT_WINDOW;
  const asked = promptTokens(body);
  if (asked > window && body.truncate === false) return failed(400, overWindow(asked, window));
  const messages = asked > window ? cut(messagesOf(body), window) : messagesOf(body);
  read.push(messages);
  const taken = asked > window ? tokensOf(JSON.stringify(messages)) : asked;
  const said = saidBy(script(call));
  if (said === null)
    return failed(500, "model runner has unexpectedly stopped, this may be due to resource limitations or an internal error");
  const room = Math.min(options.num_predict ?? Number.POSITIVE_INFINITY, window - taken);
  return reply(call, said, { asked: taken, room }, model.thinking && body.think !== false);
}

/** The error of the program under it, as it came: JSON within a text. */
function overWindow(asked: number, window: number): string {
  const message = `request (${asked} tokens) exceeds the available context size (${window} tokens), try increasing it`;
  return JSON.stringify({ error: { code: 400, message, type: "exceed_context_size_error", n_prompt_tokens: asked, n_ctx: window } });
}

/** Older messages go first, but for the rules and the last one; then the beginning of what is left goes. Nothing tells. */
function cut(messages: readonly WireMessage[], window: number): readonly WireMessage[] {
  const kept = messages.filter(({ role }, at) => role === "system" || at === messages.length - 1);
  let over = (tokensOf(kept.map(({ content }) => content).join("")) - Math.floor(window / 2)) * 4;
  return kept.map((message) => {
    const gone = Math.max(0, Math.min(over, message.content.length));
    over -= gone;
    return { ...message, content: message.content.slice(gone) };
  });
}

function reply(
  { body }: LlmCall,
  { text, calls, isCut }: NonNullable<ReturnType<typeof saidBy>>,
  { asked, room }: { readonly asked: number; readonly room: number },
  thinks: boolean,
): Answered {
  const isOver = tokensOf(text) > room;
  const content = isOver ? text.slice(0, Math.max(0, room) * 4) : text;
  const message = {
    role: "assistant",
    content,
    ...(thinks ? { thinking: "What is wanted of me?" } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(({ name, input }) => ({ function: { name, arguments: input } })) }),
  };
  const head = { model: body.model, created_at: "2026-11-30T12:00:00.000Z" };
  const end = {
    done: true,
    done_reason: isOver || isCut ? "length" : "stop",
    total_duration: 2_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: asked,
    prompt_eval_duration: 500_000,
    eval_count: tokensOf(content),
    eval_duration: 500_000,
  };
  if (body.stream === false) return { status: 200, body: { ...head, message, ...end } };
  const pieces = [...content].map((letter) => ({ ...head, message: { role: "assistant", content: letter }, done: false }));
  const last = { ...head, message: { ...message, content: "" }, ...end };
  const stream = { contentType: "application/x-ndjson", pieces: [...pieces, last].map((piece) => `${JSON.stringify(piece)}\n`) };
  return { status: 200, body: null, stream };
}
