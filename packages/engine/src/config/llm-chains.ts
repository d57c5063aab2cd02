// Chains: which models serve each purpose, one after the other, and within which limits.
// In: the environment. Out: for each purpose its members and limits; `configuration_invalid` names the variable that is wrong.
// `HINDSIGHT_API_` + purpose + `LLM_` + field; what a purpose leaves out comes from the purpose it stands on, at last from the global names.

import { HindsightError } from "../errors.js";
import { headers, jsonObject, LLM_SETTINGS, PROVIDER_OPTIONS, type Strategy, strategy } from "./llm-settings.js";
import { integer, type SettingSpec, text } from "./setting.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface NamedFields {
  readonly model: string;
  readonly apiKey: string;
  readonly baseUrl: string;
}

/** One model of a chain; empty texts stand for the provider's defaults. */
export interface ChainMember {
  /** A name of the preset table. */
  readonly provider: string;
  readonly model: string;
  /** Empty for servers that take none. Never logged. */
  readonly apiKey: string;
  /** Empty: the preset's own. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Merged last into the body of each call. */
  readonly extraBody: Readonly<Record<string, unknown>>;
  /** Empty: not sent. */
  readonly reasoningEffort: string;
  /** What only one provider knows, by the contract's variable without its prefix, as `VERTEXAI_PROJECT_ID`. */
  readonly options: Readonly<Record<string, string>>;
  /** How its variables begin, for messages: `HINDSIGHT_API_RETAIN_LLM_1_`. */
  readonly variables: string;
  /** The variables that its fields came from, or would come from first, for messages. */
  readonly named: NamedFields;
}

export interface ModelChain {
  /** The first is asked first. Empty: the purpose has no model. */
  readonly members: readonly ChainMember[];
  readonly strategy: Strategy;
  /** Calls at once for the purpose, under a name that purposes with one limit share; null: only the provider's limit holds. */
  readonly limit: { readonly name: string; readonly places: number } | null;
  readonly maxRetries: number;
  readonly initialBackoffMs: number;
  readonly maxBackoffMs: number;
  readonly timeoutMs: number;
  /** Null: not sent. */
  readonly temperature: number | null;
  /** Null: not sent. */
  readonly maxOutputTokens: number | null;
  readonly isStrict: boolean;
}

export type ChainName = "retain" | "consolidation" | "reflect" | "mental_model_refresh" | "verification";
export type ModelChains = { readonly [Name in ChainName]: ModelChain };

/** The purposes whose variables have a prefix, as the documentation lists them. */
export const PREFIXES = ["RETAIN_", "CONSOLIDATION_", "REFLECT_", "MENTAL_MODEL_REFRESH_"] as const;
/** Fields of a purpose beside the provider's options; of a numbered member those of MEMBER_FIELDS. */
export const MEMBER_FIELDS = ["PROVIDER", "API_KEY", "MODEL", "BASE_URL", "REASONING_EFFORT", "EXTRA_BODY", "DEFAULT_HEADERS"] as const;
export const PURPOSE_FIELDS = [
  ...MEMBER_FIELDS,
  "MAX_CONCURRENT",
  "MAX_RETRIES",
  "INITIAL_BACKOFF",
  "MAX_BACKOFF",
  "TIMEOUT",
  "STRATEGY",
] as const;

/** Keys that the contract gives to more than language models, and so without `LLM_`. */
const SHARED_KEYS: Readonly<Record<string, string>> = {
  openrouter: "HINDSIGHT_API_OPENROUTER_API_KEY",
  requesty: "HINDSIGHT_API_REQUESTY_API_KEY",
  litellm: "HINDSIGHT_API_LITELLM_API_KEY",
};
const SHARED_URLS: Readonly<Record<string, string>> = { litellm: "HINDSIGHT_API_LITELLM_API_BASE" };

export function readModelChains(env: Environment): ModelChains {
  const s = LLM_SETTINGS;
  return Object.freeze({
    retain: chainOf(env, ["RETAIN_", ""], s.llmTemperatureRetain, s.llmStrictSchemaRetain, s.retainMaxCompletionTokens),
    consolidation: chainOf(
      env,
      ["CONSOLIDATION_", ""],
      s.llmTemperatureConsolidation,
      s.llmStrictSchemaConsolidation,
      s.consolidationMaxCompletionTokens,
    ),
    reflect: chainOf(env, ["REFLECT_", ""], s.llmTemperatureReflect, s.llmStrictSchemaReflect, s.reflectMaxCompletionTokens),
    mental_model_refresh: chainOf(
      env,
      ["MENTAL_MODEL_REFRESH_", "REFLECT_", ""],
      s.llmTemperatureMentalModelRefresh,
      s.llmStrictSchemaReflect,
      s.reflectMaxCompletionTokens,
    ),
    verification: chainOf(env, [""], s.llmTemperatureVerification, null, null),
  });
}

function chainOf(
  env: Environment,
  prefixes: readonly string[],
  temperature: SettingSpec<number | null>,
  strict: SettingSpec<boolean | null> | null,
  outputTokens: SettingSpec<number | null> | null,
): ModelChain {
  const s = LLM_SETTINGS;
  const field = <T>(name: string, fallback: T, parse: (text: string, variable: string) => T): T =>
    firstOf(env, prefixes, name, parse)?.value ?? fallback;
  const members = membersOf(env, prefixes);
  const own = firstOf(
    env,
    prefixes.filter((prefix) => prefix !== ""),
    "MAX_CONCURRENT",
    integer(1, 10_000),
  );
  return Object.freeze({
    members,
    strategy: strategyOf(env, prefixes, members.length),
    limit: own === null ? null : { name: own.prefix, places: own.value },
    maxRetries: field("MAX_RETRIES", s.llmMaxRetries.default, s.llmMaxRetries.parse),
    initialBackoffMs: field("INITIAL_BACKOFF", s.llmInitialBackoff.default, s.llmInitialBackoff.parse) * 1000,
    maxBackoffMs: field("MAX_BACKOFF", s.llmMaxBackoff.default, s.llmMaxBackoff.parse) * 1000,
    timeoutMs: field("TIMEOUT", s.llmTimeout.default, s.llmTimeout.parse) * 1000,
    temperature: read(env, temperature, read(env, s.llmTemperature, temperature.default)),
    maxOutputTokens: outputTokens === null ? null : read(env, outputTokens, outputTokens.default),
    isStrict: (strict === null ? null : read(env, strict, null)) ?? read(env, s.llmStrictSchema, false),
  });
}

/** Weights must fit the chain they were written for; in a chain that only stands on it they count where they fit. */
function strategyOf(env: Environment, prefixes: readonly string[], count: number): Strategy {
  const found = firstOf(env, prefixes, "STRATEGY", strategy);
  if (found === null) return LLM_SETTINGS.llmStrategy.default;
  const { mode, weights } = found.value;
  if (count === 0 || weights.length === 0 || weights.length === count) return found.value;
  if (found.prefix !== prefixes[0]) return { mode, weights: [] };
  const name = variable(found.prefix, "STRATEGY");
  throw new HindsightError("configuration_invalid", `${name} has ${weights.length} weights for a chain of ${count} models.`);
}

/** The purpose's own model, then the numbered ones: those of the most special prefix that has any. None at all where its provider is `none`. */
function membersOf(env: Environment, prefixes: readonly string[]): readonly ChainMember[] {
  const first = primaryOf(env, prefixes);
  if (first === null) return [];
  for (const prefix of prefixes) {
    const numbered = numberedOf(env, prefix);
    if (numbered.length > 0) return [first, ...numbered];
  }
  return [first];
}

/**
 * The model that a purpose names. Its fields come one by one from the prefixes, most special first, but only from those of the same provider:
 * a model, a key or an address of one provider means nothing to another, and a key must not go to someone else's server.
 */
function primaryOf(env: Environment, prefixes: readonly string[]): ChainMember | null {
  const provider = providerAt(env, prefixes);
  if (provider === "none") return null;
  const same = prefixes.filter((_, at) => [provider, "none"].includes(providerAt(env, prefixes.slice(at))));
  const named = firstOf(env, prefixes, "PROVIDER", text)?.prefix ?? "";
  const sources = same.map((prefix) => variable(prefix, ""));
  return member(env, sources, provider, variable(named, ""));
}

/** Without a name it is the contract's default where a global key or address is there to call it with, and none otherwise. */
function providerAt(env: Environment, prefixes: readonly string[]): string {
  const named = firstOf(env, prefixes, "PROVIDER", (value) => value.trim().toLowerCase());
  if (named !== null) return named.value;
  return firstOf(env, [""], "API_KEY", text) === null && firstOf(env, [""], "BASE_URL", text) === null ? "none" : "openai";
}

/** Members `{prefix}LLM_1_…`, `{prefix}LLM_2_…`: up to the first number without a provider. Each is read for itself. */
function numberedOf(env: Environment, prefix: string): readonly ChainMember[] {
  const members: ChainMember[] = [];
  for (let number = 1; ; number += 1) {
    const provider = env[`HINDSIGHT_API_${prefix}LLM_${number}_PROVIDER`]?.trim().toLowerCase() ?? "";
    if (provider === "") return members;
    const variables = variable(prefix, `${number}_`);
    if (provider !== "none") members.push(member(env, [variables], provider, variables));
  }
}

/** `sources`: how the variables begin that a field is looked up in, one after the other. */
function member(env: Environment, sources: readonly string[], provider: string, variables: string): ChainMember {
  const field = <T>(name: string, fallback: T, parse: (text: string, variable: string) => T): T => {
    for (const candidate of sources.map((source) => `${source}${name}`)) {
      const value = env[candidate]?.trim() ?? "";
      if (value !== "") return parse(value, candidate);
    }
    return fallback;
  };
  const shared = (names: Readonly<Record<string, string>>): string => env[names[provider] ?? ""]?.trim() ?? "";
  const word = (name: string): string => field(name, "", (value) => value);
  const where = (name: string): string => field(name, `${variables}${name}`, (_, candidate) => candidate);
  const options = Object.keys(PROVIDER_OPTIONS)
    .map((name) => [name, word(name) || (name.endsWith("_KEY") ? "" : (env[variable("", name)]?.trim() ?? ""))] as const)
    .filter(([, value]) => value !== "");
  return Object.freeze({
    provider,
    model: word("MODEL"),
    apiKey: word("API_KEY") || shared(SHARED_KEYS),
    baseUrl: word("BASE_URL") || shared(SHARED_URLS),
    headers: field("DEFAULT_HEADERS", LLM_SETTINGS.llmDefaultHeaders.default, headers),
    extraBody: field("EXTRA_BODY", LLM_SETTINGS.llmExtraBody.default, jsonObject),
    reasoningEffort: word("REASONING_EFFORT"),
    options: Object.fromEntries(options),
    variables,
    named: Object.freeze({ model: where("MODEL"), apiKey: where("API_KEY"), baseUrl: where("BASE_URL") }),
  });
}

const variable = (prefix: string, name: string): string => `HINDSIGHT_API_${prefix}LLM_${name}`;

function firstOf<T>(
  env: Environment,
  prefixes: readonly string[],
  name: string,
  parse: (text: string, variable: string) => T,
): { readonly prefix: string; readonly value: T } | null {
  for (const prefix of prefixes) {
    const value = env[variable(prefix, name)]?.trim() ?? "";
    if (value !== "") return { prefix, value: parse(value, variable(prefix, name)) };
  }
  return null;
}

function read<T>(env: Environment, spec: SettingSpec<T>, fallback: T): T {
  const value = env[spec.env]?.trim() ?? "";
  return value === "" ? fallback : spec.parse(value, spec.env);
}
