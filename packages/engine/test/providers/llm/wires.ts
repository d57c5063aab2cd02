// A stand-in for every provider: one HTTP server that speaks all wire formats, and a fetch that leads every address to it.
// In: replies by wire, or one reply for all. Out: what was asked, under the address that was meant.

import type { ModelCall } from "../../../src/providers/llm/adapter.js";
import { type Asked, type ModelTestServer, modelTestServer, type Reply } from "../model-server.js";

export type Wire = "chat" | "responses" | "anthropic" | "gemini" | "bedrock" | "ollama";

export interface AskedAt extends Asked {
  /** The address that the adapter meant. */
  readonly url: string;
}

export interface WireStub {
  readonly fetch: typeof globalThis.fetch;
  /** The calls to models; those to Google for access are answered by themselves. */
  asked(): readonly AskedAt[];
  close(): Promise<void>;
}

const MEANT = "x-meant-url";

export async function wireStub(reply: (wire: Wire, nth: number) => Reply = (wire) => ({ json: GOOD[wire] })): Promise<WireStub> {
  const server: ModelTestServer = await modelTestServer((asked, nth) => {
    if (asked.path.startsWith("/copilot_internal")) {
      return { json: { token: "session-of-copilot", expires_at: Math.floor(Date.now() / 1000) + 1800 } };
    }
    return reply(wireOf(asked.path), nth);
  });
  return {
    async fetch(input, init) {
      const meant = input instanceof Request ? input.url : String(input);
      const { host, pathname, search } = new URL(meant);
      if (host === "oauth2.googleapis.com") return Response.json({ access_token: "google-token", expires_in: 3600, token_type: "Bearer" });
      const headers = new Headers(input instanceof Request ? input.headers : init?.headers);
      headers.set(MEANT, meant);
      return await fetch(server.url + pathname + search, { ...init, headers });
    },
    asked: () => server.asked.map((one) => ({ ...one, url: String(one.headers[MEANT] ?? "") })),
    close: () => server.close(),
  };
}

function wireOf(path: string): Wire {
  if (path.includes("/chat/completions")) return "chat";
  if (path.includes("/responses")) return "responses";
  if (path.includes("/messages") || path.includes(":rawPredict")) return "anthropic";
  if (path.includes(":generateContent")) return "gemini";
  if (path.includes("/converse")) return "bedrock";
  if (path.includes("/api/chat")) return "ollama";
  throw new Error(`no wire at ${path}`);
}

/** What each provider answers to a call for text: 10 tokens in, 4 of them cached where the wire tells; 5 out, 2 of them thoughts where it tells. */
export const GOOD: Readonly<Record<Wire, unknown>> = {
  chat: {
    id: "c",
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: "Good day." }, finish_reason: "stop" }],
    usage: {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 15,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  },
  responses: {
    id: "r",
    created_at: 1,
    model: "m",
    status: "completed",
    error: null,
    output: [{ type: "message", id: "o", role: "assistant", content: [{ type: "output_text", text: "Good day.", annotations: [] }] }],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 2 },
    },
  },
  anthropic: {
    type: "message",
    id: "a",
    model: "m",
    role: "assistant",
    content: [{ type: "text", text: "Good day." }],
    stop_reason: "end_turn",
    usage: { input_tokens: 6, cache_read_input_tokens: 4, cache_creation_input_tokens: 0, output_tokens: 5 },
  },
  gemini: {
    candidates: [{ content: { role: "model", parts: [{ text: "Good day." }] }, finishReason: "STOP" }],
    usageMetadata: {
      promptTokenCount: 10,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 2,
      totalTokenCount: 15,
    },
  },
  bedrock: {
    output: { message: { role: "assistant", content: [{ text: "Good day." }] } },
    stopReason: "end_turn",
    usage: { inputTokens: 6, cacheReadInputTokens: 4, outputTokens: 5, totalTokens: 15 },
  },
  ollama: {
    model: "m",
    message: { role: "assistant", content: "Good day." },
    done: true,
    done_reason: "stop",
    prompt_eval_count: 10,
    eval_count: 5,
  },
};

/** A schema, and a call for free text; each test changes what it is about. */
export const SCHEMA = { type: "object", properties: { facts: { type: "array", items: { type: "string" } } }, required: ["facts"] };

export function callOf(changes: Partial<ModelCall> = {}): ModelCall {
  return {
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Good morning." },
    ],
    tools: [],
    toolChoice: null,
    temperature: 0.3,
    maxOutputTokens: 1234,
    schema: null,
    user: null,
    signal: AbortSignal.timeout(20_000),
    ...changes,
  };
}
