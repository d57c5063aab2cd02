// How each family says no, in its own form (from the vendors' references of errors). In: nothing. Out: replies by provider.

import type { ModelSpec } from "../../../src/providers/llm/adapter.js";
import type { Reply } from "../model-server.js";
import { ROWS } from "./preset-rows.js";
import { GOOD } from "./wires.js";

export interface Family {
  readonly provider: string;
  readonly given: Partial<ModelSpec>;
  /** The model's window is too small. */
  readonly tooLong: Reply;
  /** A policy forbids the prompt. */
  readonly forbidden: Reply;
  /** The answer was begun, and a filter or the model itself ended it. */
  readonly filtered: Reply;
  /** The answer ran into the token limit. */
  readonly cut: Reply;
  /** Status 200 and nothing in it. */
  readonly empty: Reply;
  /** The object call is what is asked, as this provider has a wire of its own for it. */
  readonly asksForObject?: true;
}

const good = GOOD as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const choice = (finish: string, message: object = { role: "assistant", content: "Begun" }) => ({
  ...good.chat,
  choices: [{ index: 0, message, finish_reason: finish }],
});
const openaiError = (code: string, message: string, status = 400): Reply => ({
  status,
  json: { error: { message, type: "invalid_request_error", param: "messages", code } },
});
const openaiTooLong = openaiError(
  "context_length_exceeded",
  "This model's maximum context length is 128000 tokens. However, your messages resulted in 130112 tokens.",
);
const vertexGiven = ROWS.find(({ provider }) => provider === "vertexai")?.given ?? {};

const gemini = {
  tooLong: {
    status: 400,
    json: {
      error: {
        code: 400,
        status: "INVALID_ARGUMENT",
        message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      },
    },
  },
  forbidden: {
    json: { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 } },
  },
  filtered: { json: { ...good.gemini, candidates: [{ content: { role: "model", parts: [{ text: "Begun" }] }, finishReason: "SAFETY" }] } },
  cut: { json: { ...good.gemini, candidates: [{ content: { role: "model", parts: [{ text: "Begun" }] }, finishReason: "MAX_TOKENS" }] } },
  empty: { json: { candidates: [], usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 } } },
} as const;

export const FAMILIES: readonly Family[] = [
  {
    provider: "openai",
    given: {},
    tooLong: openaiTooLong,
    forbidden: openaiError("content_policy_violation", "Your request was rejected by our safety system."),
    filtered: { json: choice("stop", { role: "assistant", content: null, refusal: "I will not help with that." }) },
    cut: { json: choice("length") },
    empty: { json: { ...good.chat, choices: [] } },
  },
  {
    provider: "openai-responses",
    given: {},
    tooLong: openaiError(
      "context_length_exceeded",
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
    ),
    forbidden: openaiError("invalid_prompt", "Invalid prompt: your prompt was flagged as potentially violating our usage policy."),
    filtered: {
      json: { ...good.responses, status: "incomplete", incomplete_details: { reason: "content_filter" }, output: [] },
    },
    cut: {
      json: { ...good.responses, status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
    },
    empty: { json: { id: "r", created_at: 1, model: "m" } },
  },
  {
    provider: "anthropic",
    given: {},
    tooLong: {
      status: 400,
      json: { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" } },
    },
    forbidden: {
      status: 400,
      json: { type: "error", error: { type: "invalid_request_error", message: "Output blocked by content filtering policy" } },
    },
    filtered: { json: { ...good.anthropic, content: [], stop_reason: "refusal" } },
    cut: { json: { ...good.anthropic, content: [{ type: "text", text: "Begun" }], stop_reason: "max_tokens" } },
    empty: { json: { type: "message", id: "a" } },
  },
  { provider: "gemini", given: {}, ...gemini },
  { provider: "vertexai", given: vertexGiven, ...gemini },
  {
    provider: "azure",
    given: { baseUrl: "https://acme.openai.azure.com", model: "memory" },
    tooLong: openaiTooLong,
    forbidden: {
      status: 400,
      json: {
        error: {
          code: "content_filter",
          message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          innererror: { code: "ResponsibleAIPolicyViolation" },
        },
      },
    },
    filtered: { json: choice("content_filter") },
    cut: { json: choice("length") },
    empty: { json: { ...good.chat, choices: [] } },
  },
  {
    provider: "bedrock",
    given: {},
    tooLong: {
      status: 400,
      headers: { "x-amzn-errortype": "ValidationException" },
      json: { message: "Input is too long for requested model." },
    },
    forbidden: { status: 400, json: { message: "The request was blocked by a guardrail policy." } },
    filtered: { json: { ...good.bedrock, stopReason: "guardrail_intervened" } },
    cut: { json: { ...good.bedrock, stopReason: "max_tokens" } },
    empty: { json: { metrics: { latencyMs: 1 } } },
  },
  {
    provider: "ollama",
    given: { apiKey: "" },
    asksForObject: true,
    tooLong: { status: 400, json: { error: "the input length exceeds the context length" } },
    forbidden: { status: 400, json: { error: "blocked by the moderation policy" } },
    filtered: { status: 451, json: { error: "not here" } },
    cut: { json: { ...good.ollama, done_reason: "length" } },
    empty: { json: { model: "m", done: true } },
  },
];
