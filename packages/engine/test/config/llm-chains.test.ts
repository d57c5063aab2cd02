import { describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";

const API = "HINDSIGHT_API_";
const chainsOf = (env: Readonly<Record<string, string>>) =>
  loadSettings(Object.fromEntries(Object.entries(env).map(([name, value]) => [API + name, value]))).modelChains;

const OPENAI = { LLM_PROVIDER: "openai", LLM_API_KEY: "global", LLM_MODEL: "big", LLM_BASE_URL: "http://gateway/v1" };

describe("chains of models", () => {
  test("are empty without a provider, and with none", () => {
    for (const env of [{}, { LLM_PROVIDER: "none", LLM_API_KEY: "k", LLM_1_PROVIDER: "openai" }]) {
      expect(Object.values(chainsOf(env)).map(({ members }) => members)).toEqual([[], [], [], [], []]);
    }
  });

  test("are those of the contract's default provider where only a key or an address is given", () => {
    expect(chainsOf({ LLM_API_KEY: "k" }).retain.members).toMatchObject([{ provider: "openai", apiKey: "k" }]);
    expect(chainsOf({ LLM_BASE_URL: "http://gateway/v1" }).reflect.members).toMatchObject([{ provider: "openai" }]);
    expect(chainsOf({ LLM_MODEL: "m", RETAIN_LLM_API_KEY: "k" }).retain.members).toEqual([]);
  });

  test("have the contract's limits", () => {
    expect(chainsOf(OPENAI).retain).toMatchObject({
      limit: null,
      maxRetries: 3,
      initialBackoffMs: 1000,
      maxBackoffMs: 60_000,
      timeoutMs: 120_000,
      isStrict: false,
      maxOutputTokens: 64_000,
      strategy: { mode: "failover", weights: [] },
    });
    expect(chainsOf({ ...OPENAI, RETAIN_LLM_MAX_RETRIES: "0", REFLECT_LLM_TIMEOUT: "7", LLM_MAX_BACKOFF: "2" })).toMatchObject({
      retain: { maxRetries: 0, timeoutMs: 120_000, maxBackoffMs: 2000 },
      reflect: { maxRetries: 3, timeoutMs: 7000 },
      mental_model_refresh: { timeoutMs: 7000 },
    });
  });

  test("take a purpose's fields one by one, the others from the global ones", () => {
    const { retain, reflect } = chainsOf({ ...OPENAI, RETAIN_LLM_MODEL: "small" });
    expect(retain.members).toMatchObject([{ provider: "openai", model: "small", apiKey: "global", baseUrl: "http://gateway/v1" }]);
    expect(reflect.members).toMatchObject([{ provider: "openai", model: "big" }]);
  });

  test("take nothing of another provider: neither its model nor its key nor its address", () => {
    const { retain } = chainsOf({ ...OPENAI, LLM_REASONING_EFFORT: "high", RETAIN_LLM_PROVIDER: "Groq" });
    expect(retain.members).toMatchObject([
      { provider: "groq", model: "", apiKey: "", baseUrl: "", reasoningEffort: "", variables: "HINDSIGHT_API_RETAIN_LLM_" },
    ]);
  });

  test("take everything where the global provider is none", () => {
    const chains = chainsOf({ LLM_PROVIDER: "none", LLM_API_KEY: "global", REFLECT_LLM_PROVIDER: "openai" });
    expect(chains.reflect.members).toMatchObject([{ provider: "openai", apiKey: "global" }]);
    expect(chains.retain.members).toEqual([]);
    expect(chains.mental_model_refresh.members).toHaveLength(1);
  });

  test("of mental models stand on those of reflect", () => {
    const chains = chainsOf({ ...OPENAI, REFLECT_LLM_PROVIDER: "groq", REFLECT_LLM_API_KEY: "g", MENTAL_MODEL_REFRESH_LLM_MODEL: "m" });
    expect(chains.mental_model_refresh.members).toMatchObject([
      { provider: "groq", apiKey: "g", model: "m", baseUrl: "", variables: "HINDSIGHT_API_REFLECT_LLM_" },
    ]);
  });

  test("a purpose may be without a model", () => {
    const chains = chainsOf({ ...OPENAI, CONSOLIDATION_LLM_PROVIDER: "none" });
    expect([chains.consolidation.members.length, chains.retain.members.length]).toEqual([0, 1]);
  });

  test("have numbered members up to the first gap, each read for itself; a purpose's own replace the global ones", () => {
    const chains = chainsOf({
      ...OPENAI,
      LLM_1_PROVIDER: "groq",
      LLM_1_API_KEY: "one",
      LLM_2_PROVIDER: "openai",
      LLM_4_PROVIDER: "deepseek",
      REFLECT_LLM_1_PROVIDER: "anthropic",
      REFLECT_LLM_1_DEFAULT_HEADERS: '{"x-team":"memory"}',
    });
    const named = (purpose: "retain" | "reflect") => chains[purpose].members.map(({ provider, apiKey }) => `${provider} ${apiKey}`);
    expect(named("retain")).toEqual(["openai global", "groq one", "openai "]);
    expect(named("reflect")).toEqual(["openai global", "anthropic "]);
    expect(chains.reflect.members[1]?.headers).toEqual({ "x-team": "memory" });
  });

  test("share the limit of the purpose that they take it from", () => {
    const chains = chainsOf({ ...OPENAI, REFLECT_LLM_MAX_CONCURRENT: "2" });
    expect(chains.reflect.limit).toEqual({ name: "REFLECT_", places: 2 });
    expect(chains.mental_model_refresh.limit).toEqual(chains.reflect.limit);
    expect(chains.retain.limit).toBeNull();
  });

  test("carry what only one provider reads", () => {
    const { retain, reflect } = chainsOf({
      ...OPENAI,
      LLM_OPENAI_SERVICE_TIER: "flex",
      RETAIN_LLM_OPENAI_SERVICE_TIER: "priority",
      LLM_VERTEXAI_REGION: "europe-west4",
    });
    expect(retain.members[0]?.options).toEqual({ OPENAI_SERVICE_TIER: "priority", VERTEXAI_REGION: "europe-west4" });
    expect(reflect.members[0]?.options).toMatchObject({ OPENAI_SERVICE_TIER: "flex" });
  });

  test("find the keys that the contract shares with encoders and rerankers", () => {
    expect(chainsOf({ LLM_PROVIDER: "openrouter", OPENROUTER_API_KEY: "shared" }).retain.members[0]?.apiKey).toBe("shared");
    const litellm = chainsOf({ LLM_PROVIDER: "litellm", LITELLM_API_BASE: "http://proxy:4000" });
    expect(litellm.retain.members[0]?.baseUrl).toBe("http://proxy:4000");
  });
});

describe("temperatures", () => {
  const temperaturesOf = (env: Readonly<Record<string, string>>) => Object.values(chainsOf(env)).map(({ temperature }) => temperature);

  test("are the contract's by purpose; a global one replaces them, a purpose's own wins", () => {
    expect(chainsOf({})).toMatchObject({
      retain: { temperature: 0.1 },
      consolidation: { temperature: 0 },
      reflect: { temperature: 0.9 },
      mental_model_refresh: { temperature: 0 },
      verification: { temperature: 0 },
    });
    expect(temperaturesOf({ LLM_TEMPERATURE: "0.5" })).toEqual([0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(chainsOf({ LLM_TEMPERATURE: "none", LLM_TEMPERATURE_REFLECT: "1" })).toMatchObject({
      reflect: { temperature: 1 },
      retain: { temperature: null },
    });
  });

  test.each(["none", "default", "OFF", "unset"])("%s sends none", (word) => {
    expect(chainsOf({ LLM_TEMPERATURE_RETAIN: word }).retain.temperature).toBeNull();
  });
});

describe("strict schemas", () => {
  test("are off; a purpose's own setting wins over the global one", () => {
    expect(chainsOf({}).retain.isStrict).toBe(false);
    expect(chainsOf({ LLM_STRICT_SCHEMA: "true", LLM_STRICT_SCHEMA_RETAIN: "false" })).toMatchObject({
      retain: { isStrict: false },
      reflect: { isStrict: true },
    });
  });
});

describe("a wrong value names its variable", () => {
  test.each([
    ["LLM_TEMPERATURE_RETAIN", "warm"],
    ["LLM_TEMPERATURE", "3"],
    ["LLM_MAX_RETRIES", "-1"],
    ["RETAIN_LLM_MAX_CONCURRENT", "0"],
    ["REFLECT_LLM_TIMEOUT", "soon"],
    ["LLM_STRATEGY", "random"],
    ["CONSOLIDATION_LLM_STRATEGY", '{"mode":"round-robin","weights":[0]}'],
    ["LLM_STRATEGY", '{"mode":"round-robin","weights":[1,2,3]}'],
    ["LLM_EXTRA_BODY", "[1]"],
  ])("%s=%s", (name, value) => {
    expect(() => chainsOf({ ...OPENAI, [name]: value })).toThrow(`HINDSIGHT_API_${name}`);
  });

  test("and never shows headers, which hold keys", () => {
    const wrong = () => chainsOf({ ...OPENAI, RETAIN_LLM_DEFAULT_HEADERS: '{"authorization": "Bearer very-secret"' });
    expect(wrong).toThrow("HINDSIGHT_API_RETAIN_LLM_DEFAULT_HEADERS");
    expect(wrong).not.toThrow(/very-secret/);
  });
});
