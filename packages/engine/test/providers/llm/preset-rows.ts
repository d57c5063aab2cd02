// What is expected of each provider, written by hand from the contract (reference §7.1) and the vendors' references: not derived from the table under test.

import { generateKeyPairSync } from "node:crypto";
import type { ModelSpec } from "../../../src/providers/llm/adapter.js";
import type { Wire } from "./wires.js";

export interface Row {
  readonly provider: string;
  readonly wire: Wire;
  /** Of a call for text. */
  readonly url: string;
  /** Header and its value; null: none of authentication. */
  readonly auth: readonly [header: string, value: string | RegExp] | null;
  /** In the body, or in the address where the wire has it there. */
  readonly model: string;
  readonly limit: "max_tokens" | "max_completion_tokens" | "other";
  /** `response_format` of a strict and of a lenient call for an object; `own`: by a form of the wire. */
  readonly strict: "json_schema" | "json_object" | "none" | "own";
  readonly loose: "json_schema" | "json_object" | "none" | "own";
  readonly sendsToolChoice: boolean;
  readonly temperature?: number | null;
  readonly seesImages: boolean;
  readonly given?: Partial<ModelSpec>;
  readonly env?: Readonly<Record<string, string>>;
}

const bearer = ["authorization", "Bearer key-1"] as const;
const chat = {
  wire: "chat",
  auth: bearer,
  limit: "max_tokens",
  strict: "json_schema",
  loose: "json_object",
  sendsToolChoice: true,
  seesImages: false,
} as const;
const jsonOnly = { ...chat, strict: "json_object" } as const;
const promptOnly = { ...chat, strict: "none", loose: "none" } as const;
const keyless = { auth: null, given: { apiKey: "" } } as const;
const own = { limit: "other", strict: "own", loose: "own", sendsToolChoice: true } as const;

const privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" });
const account = JSON.stringify({ type: "service_account", project_id: "acme", private_key: privateKey, client_email: "bot@acme.example" });
const vertex = "https://us-central1-aiplatform.googleapis.com/v1beta1/projects/acme/locations/us-central1/publishers/google/models";

export const ROWS: readonly Row[] = [
  {
    ...chat,
    provider: "openai",
    url: "https://api.openai.com/v1/chat/completions",
    model: "gpt-4o-mini",
    limit: "max_completion_tokens",
    seesImages: true,
  },
  {
    ...chat,
    provider: "openai-responses",
    wire: "responses",
    url: "https://api.openai.com/v1/responses",
    model: "gpt-5.6",
    limit: "other",
    strict: "own",
    loose: "own",
    temperature: null,
    seesImages: true,
  },
  {
    ...own,
    provider: "anthropic",
    wire: "anthropic",
    url: "https://api.anthropic.com/v1/messages",
    auth: ["x-api-key", "key-1"],
    model: "claude-haiku-4-5",
    temperature: null,
    seesImages: true,
  },
  {
    ...own,
    provider: "gemini",
    wire: "gemini",
    url: "https://generativelanguage.googleapis.com/v1beta/models/gemini-3.5-flash:generateContent",
    auth: ["x-goog-api-key", "key-1"],
    model: "gemini-3.5-flash",
    seesImages: true,
  },
  {
    ...own,
    provider: "vertexai",
    wire: "gemini",
    url: `${vertex}/gemini-3.1-flash-lite:generateContent`,
    auth: ["authorization", "Bearer google-token"],
    model: "google/gemini-3.1-flash-lite",
    seesImages: true,
    given: { apiKey: "", options: { VERTEXAI_SERVICE_ACCOUNT_KEY: account } },
  },
  {
    ...chat,
    provider: "azure",
    url: "https://acme.openai.azure.com/openai/deployments/memory/chat/completions?api-version=2024-10-21",
    auth: ["api-key", "key-1"],
    model: "memory",
    limit: "max_completion_tokens",
    given: { baseUrl: "https://acme.openai.azure.com/", model: "memory" },
  },
  {
    ...own,
    provider: "bedrock",
    wire: "bedrock",
    url: "https://bedrock-runtime.us-east-1.amazonaws.com/model/us.amazon.nova-2-lite-v1%3A0/converse",
    auth: bearer,
    model: "us.amazon.nova-2-lite-v1:0",
    seesImages: true,
  },
  { ...chat, provider: "groq", url: "https://api.groq.com/openai/v1/chat/completions", model: "openai/gpt-oss-120b" },
  {
    ...jsonOnly,
    provider: "deepseek",
    url: "https://api.deepseek.com/chat/completions",
    model: "deepseek-v4-flash",
    sendsToolChoice: false,
  },
  { ...chat, provider: "openrouter", url: "https://openrouter.ai/api/v1/chat/completions", model: "qwen/qwen3.5-9b", seesImages: true },
  { ...chat, provider: "requesty", url: "https://router.requesty.ai/v1/chat/completions", model: "openai/gpt-4o-mini", seesImages: true },
  { ...chat, provider: "xai", url: "https://api.x.ai/v1/chat/completions", model: "grok-4.5", seesImages: true },
  { ...chat, provider: "xai-oauth", url: "https://api.x.ai/v1/chat/completions", model: "grok-4.5", seesImages: true },
  { ...jsonOnly, provider: "minimax", url: "https://api.minimax.io/v1/chat/completions", model: "MiniMax-M3" },
  { ...jsonOnly, provider: "zai", url: "https://api.z.ai/api/coding/paas/v4/chat/completions", model: "glm-4.5-flash" },
  {
    ...jsonOnly,
    provider: "opencode-go",
    url: "https://opencode.ai/zen/go/v1/chat/completions",
    model: "deepseek-v4-flash",
    sendsToolChoice: false,
  },
  {
    ...jsonOnly,
    provider: "atlas",
    url: "https://api.atlascloud.ai/v1/chat/completions",
    model: "deepseek-ai/deepseek-v4-pro",
    sendsToolChoice: false,
  },
  {
    ...chat,
    provider: "fireworks",
    url: "https://api.fireworks.ai/inference/v1/chat/completions",
    model: "accounts/fireworks/models/llama-v3p1-8b-instruct",
  },
  {
    ...jsonOnly,
    provider: "nous",
    url: "https://inference-api.nousresearch.com/v1/chat/completions",
    model: "deepseek/deepseek-v4-flash",
    sendsToolChoice: false,
  },
  { ...promptOnly, provider: "volcano", url: "https://ark.cn-beijing.volces.com/api/v3/chat/completions", model: "doubao-pro-32k" },
  {
    ...jsonOnly,
    provider: "github-copilot",
    url: "https://api.githubcopilot.com/chat/completions",
    model: "gpt-5.6-terra",
    limit: "max_completion_tokens",
    seesImages: true,
  },
  {
    ...own,
    ...keyless,
    provider: "ollama",
    wire: "ollama",
    url: "http://localhost:11434/api/chat",
    model: "gemma3:12b",
    sendsToolChoice: false,
    seesImages: true,
  },
  {
    ...promptOnly,
    provider: "ollama-cloud",
    url: "https://ollama.com/v1/chat/completions",
    model: "gemma3:12b",
    sendsToolChoice: false,
    seesImages: true,
  },
  {
    ...chat,
    ...keyless,
    provider: "lmstudio",
    url: "http://localhost:1234/v1/chat/completions",
    model: "local-model",
    loose: "none",
    sendsToolChoice: false,
  },
  {
    ...chat,
    ...keyless,
    provider: "llamacpp",
    url: "http://localhost:8080/v1/chat/completions",
    model: "gemma-4-e2b-it",
    loose: "json_schema",
    seesImages: true,
  },
  {
    ...chat,
    provider: "vllm",
    url: "http://localhost:8000/v1/chat/completions",
    auth: null,
    model: "Qwen/Qwen3-VL-8B",
    seesImages: true,
    given: { apiKey: "", model: "Qwen/Qwen3-VL-8B" },
  },
  { ...chat, provider: "litellm", url: "http://localhost:4000/chat/completions", model: "smart", given: { model: "smart" } },
  {
    ...chat,
    provider: "litellmrouter",
    url: "https://api.groq.com/openai/v1/chat/completions",
    auth: ["authorization", "Bearer key-of-a-deployment"],
    model: "llama-9",
    given: {
      model: "smart",
      apiKey: "",
      options: {
        LITELLMROUTER_CONFIG: JSON.stringify({
          model_list: [{ model_name: "smart", litellm_params: { model: "groq/llama-9", api_key: "os.environ/DEPLOYMENT_KEY" } }],
        }),
      },
    },
    env: { DEPLOYMENT_KEY: "key-of-a-deployment" },
  },
];

/** They ask nobody over HTTP: the tests of the programs and of the mock are theirs. */
export const WITHOUT_WIRE: readonly string[] = ["openai-codex", "codex", "claude-code", "mock", "none"];
