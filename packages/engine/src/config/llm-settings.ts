// Settings of the language models: rows of the table in `index.ts`, and the names that are made of a pattern (see llm-chains.ts).
// In: nothing. Out: rows. Defaults are the contract's (reference §6.3), but for the provider: without one nothing is called.

import { HindsightError } from "../errors.js";
import { decimal, flag, integer, partialSeconds, setting, text } from "./setting.js";

const API = "HINDSIGHT_API";

/** Words that leave the temperature out of the call, for models that take none. */
const OMIT = ["none", "default", "off", "unset"];

/** A temperature, or null: it is not sent. */
export function temperature(value: string, env: string): number | null {
  return OMIT.includes(value.trim().toLowerCase()) ? null : decimal(0, 2)(value, env);
}

/** A JSON object. What it holds is not repeated in messages: headers carry keys. */
export function jsonObject(value: string, env: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as Readonly<Record<string, unknown>>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new HindsightError("configuration_invalid", `${env} is not a JSON object like {"name": "value"}.`);
}

export function headers(value: string, env: string): Readonly<Record<string, string>> {
  const entries = Object.entries(jsonObject(value, env));
  if (entries.every(([, header]) => typeof header === "string")) return Object.fromEntries(entries) as Readonly<Record<string, string>>;
  throw new HindsightError("configuration_invalid", `${env} has a header that is not a text.`);
}

export interface Strategy {
  /** `failover`: always from the first; `round-robin`: from each in turn. Either way the others follow where one fails. */
  readonly mode: "failover" | "round-robin";
  /** One number for each member; empty: all alike. */
  readonly weights: readonly number[];
}

/** `failover`, `round-robin`, or as the contract writes it: `{"mode": "round-robin", "weights": [2, 1]}`. */
export function strategy(value: string, env: string): Strategy {
  const word = value.trim();
  const read = word.startsWith("{") ? jsonObject(word, env) : { mode: word };
  const mode = String(read.mode ?? "failover")
    .toLowerCase()
    .replace("_", "-");
  const weights: unknown = read.weights ?? [];
  const isGood = Array.isArray(weights) && weights.every((weight) => typeof weight === "number" && weight > 0);
  if (isGood && (mode === "failover" || mode === "round-robin")) return { mode, weights };
  throw new HindsightError(
    "configuration_invalid",
    `${env} takes failover, round-robin, or {"mode": "round-robin", "weights": [2, 1]} with weights above 0.`,
  );
}

const NO_OBJECT: Readonly<Record<string, unknown>> = Object.freeze({});
const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({});
const tokens = integer(1, 10_000_000);

export const LLM_SETTINGS = {
  llmProvider: setting(
    `${API}_LLM_PROVIDER`,
    "none",
    text,
    "who serves the language model (docs/language-models.md); none is the built-in local extraction. Unset is openai where a key or an address is set",
  ),
  llmApiKey: setting(`${API}_LLM_API_KEY`, "", text, "its key"),
  llmModel: setting(`${API}_LLM_MODEL`, "", text, "its model; unset is the provider's default"),
  llmBaseUrl: setting(`${API}_LLM_BASE_URL`, "", text, "its address, where it is not the provider's own"),
  llmMaxConcurrent: setting(`${API}_LLM_MAX_CONCURRENT`, 32, integer(1, 10_000), "calls at once to one provider at one address"),
  llmMaxRetries: setting(`${API}_LLM_MAX_RETRIES`, 3, integer(0, 100), "repeats of a failed call to one model; 0 calls once"),
  llmInitialBackoff: setting(
    `${API}_LLM_INITIAL_BACKOFF`,
    1,
    partialSeconds(0),
    "seconds before the first repeat; each further wait is twice as long",
  ),
  llmMaxBackoff: setting(`${API}_LLM_MAX_BACKOFF`, 60, partialSeconds(0), "longest wait before a repeat, in seconds"),
  llmTimeout: setting(`${API}_LLM_TIMEOUT`, 120, decimal(0.1, 86_400), "longest time of one call, in seconds"),
  llmReasoningEffort: setting(`${API}_LLM_REASONING_EFFORT`, "", text, "passed on to models that think, as low or high"),
  llmExtraBody: setting(`${API}_LLM_EXTRA_BODY`, NO_OBJECT, jsonObject, "JSON object that is merged last into the body of each call"),
  llmDefaultHeaders: setting(`${API}_LLM_DEFAULT_HEADERS`, NO_HEADERS, headers, "JSON object of further headers of each call"),
  llmStrategy: setting<Strategy>(
    `${API}_LLM_STRATEGY`,
    { mode: "failover", weights: [] },
    strategy,
    "how a chain of models is used: failover, round-robin, or a JSON object with mode and weights",
  ),
  llmStrictSchema: setting(`${API}_LLM_STRICT_SCHEMA`, false, flag, "let the provider enforce the schema of objects, where it can"),
  llmStrictSchemaRetain: setting(`${API}_LLM_STRICT_SCHEMA_RETAIN`, null, flag, "the same for retain alone"),
  llmStrictSchemaReflect: setting(`${API}_LLM_STRICT_SCHEMA_REFLECT`, null, flag, "the same for reflect alone"),
  llmStrictSchemaConsolidation: setting(`${API}_LLM_STRICT_SCHEMA_CONSOLIDATION`, null, flag, "the same for consolidation alone"),
  llmTemperature: setting(
    `${API}_LLM_TEMPERATURE`,
    null,
    temperature,
    "temperature of every purpose that has none of its own; none leaves it out of the call",
  ),
  llmTemperatureRetain: setting(`${API}_LLM_TEMPERATURE_RETAIN`, 0.1, temperature, "temperature of retain"),
  llmTemperatureReflect: setting(`${API}_LLM_TEMPERATURE_REFLECT`, 0.9, temperature, "temperature of reflect"),
  llmTemperatureConsolidation: setting(`${API}_LLM_TEMPERATURE_CONSOLIDATION`, 0, temperature, "temperature of consolidation"),
  llmTemperatureMentalModelRefresh: setting(
    `${API}_LLM_TEMPERATURE_MENTAL_MODEL_REFRESH`,
    0,
    temperature,
    "temperature of the refreshes of mental models",
  ),
  llmTemperatureVerification: setting(`${API}_LLM_TEMPERATURE_VERIFICATION`, 0, temperature, "temperature of the check at the start"),
  retainMaxCompletionTokens: setting(
    `${API}_RETAIN_MAX_COMPLETION_TOKENS`,
    64_000,
    tokens,
    "most tokens of one extraction; a model that takes fewer is asked for what it takes",
  ),
  reflectMaxCompletionTokens: setting(`${API}_REFLECT_MAX_COMPLETION_TOKENS`, null, tokens, "the same for reflect; unset sends no limit"),
  consolidationMaxCompletionTokens: setting(
    `${API}_CONSOLIDATION_MAX_COMPLETION_TOKENS`,
    null,
    tokens,
    "the same for consolidation; unset sends no limit",
  ),
  llmOutputLanguage: setting(`${API}_LLM_OUTPUT_LANGUAGE`, "", text, "language of all that models write; unset is that of their input"),
  llmSendBankAsUser: setting(
    `${API}_LLM_SEND_BANK_AS_USER`,
    false,
    flag,
    "name the bank in the field `user`, for gateways that account by it",
  ),
  skipLlmVerification: setting(`${API}_SKIP_LLM_VERIFICATION`, false, flag, "make no test call at the start"),
} as const;

/** What only one provider reads, as `HINDSIGHT_API_LLM_` and the name; for one purpose or one member of a chain, with its prefix. */
export const PROVIDER_OPTIONS = {
  VERTEXAI_PROJECT_ID: "project of Vertex AI",
  VERTEXAI_REGION: "its region; unset is us-central1",
  VERTEXAI_SERVICE_ACCOUNT_KEY: "its credentials: a file, or the JSON itself",
  OPENAI_SERVICE_TIER: "service tier of OpenAI, as flex",
  GROQ_SERVICE_TIER: "service tier of Groq: auto, on_demand or flex",
  BEDROCK_SERVICE_TIER: "service tier of Bedrock: default, flex, priority or reserved",
  GEMINI_SERVICE_TIER: "service tier of Gemini, as flex",
  GEMINI_SAFETY_SETTINGS: "safety settings of Gemini: a JSON list of category and threshold",
  OLLAMA_NUM_CTX: "context length that Ollama is asked for",
  LITELLMROUTER_CONFIG: "JSON definition of a LiteLLM router",
  STRUCTURED_OUTPUT_FORCED_TOOL: "true gets objects by a forced tool call (LiteLLM)",
  OPENAI_COMPATIBLE_JSON_MODE: "true or false: whether an OpenAI-compatible server takes JSON mode; unset is by provider",
  SUPPORTS_MAX_ITEMS: "false leaves maxItems out of schemas that a provider is to enforce",
  SUPPORTS_STRING_PATTERN: "true leaves pattern in them",
  VISION: "true or false: whether the model reads images; unset is by provider and model",
  PROMPT_CACHE_ENABLED: "false sends no cache marks for the fixed part of a prompt",
  CACHE_AFFINITY: "auto sends a routing hint to gateways that keep caches",
  CODEX_HOME: "where the login of the Codex CLI is",
  MOCK_SCRIPT: "answers of the provider mock in turn: a JSON list, or a file that holds one",
  CLI_PATH: "program of the providers claude-code and openai-codex",
} as const satisfies Record<string, string>;
