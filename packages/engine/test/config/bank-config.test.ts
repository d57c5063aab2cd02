import { describe, expect, test } from "vitest";
import { BANK_SETTINGS, loadSettings, readConfigUpdates, resolveBankSettings } from "../../src/config/index.js";

const refused = (updates: Record<string, unknown>): string => {
  try {
    readConfigUpdates(updates);
  } catch (error) {
    expect(error).toMatchObject({ code: "bad_argument", status: 400 });
    return (error as Error).message;
  }
  return "accepted";
};

describe("bank settings", () => {
  test("every default has the type of its setting", () => {
    for (const [name, { schema, default: value }] of Object.entries(BANK_SETTINGS)) {
      expect([name, schema.safeParse(value).success]).toEqual([name, true]);
    }
  });

  test("overrides lie over the environment, the environment over the table", () => {
    const { bank } = loadSettings({
      HINDSIGHT_API_RETAIN_CHUNK_SIZE: "1234",
      HINDSIGHT_API_ENABLE_RERANKING: "off",
      HINDSIGHT_API_REFLECT_MISSION: "true",
      HINDSIGHT_API_MCP_ENABLED_TOOLS: "retain, recall",
      HINDSIGHT_API_RETAIN_MISSION: "",
    });
    expect(bank).toMatchObject({
      retain_chunk_size: 1234,
      enable_reranking: false,
      reflect_mission: "true",
      mcp_enabled_tools: ["retain", "recall"],
      retain_mission: null,
      store_document_text: true,
    });
    expect(resolveBankSettings(bank, { retain_chunk_size: 99 }).retain_chunk_size).toBe(99);
  });

  test("what the environment says is the server's, also where it says what the table says; an empty variable says nothing", () => {
    const { bankOrigins } = loadSettings({ HINDSIGHT_API_RETAIN_CHUNK_SIZE: "3000", HINDSIGHT_API_RETAIN_MISSION: " " });
    expect(Object.keys(bankOrigins).sort()).toEqual(Object.keys(BANK_SETTINGS).sort());
    expect(Object.entries(bankOrigins).filter(([, origin]) => origin !== "default")).toEqual([["retain_chunk_size", "server"]]);
  });

  test("an environment variable of the wrong type is refused by name", () => {
    expect(() => loadSettings({ HINDSIGHT_API_RETAIN_CHUNK_SIZE: "many" })).toThrow(
      'HINDSIGHT_API_RETAIN_CHUNK_SIZE is "many"; it takes a whole number from 1.',
    );
  });

  test("names come in snake case or as environment variables; null drops an override", () => {
    expect(readConfigUpdates({ HINDSIGHT_API_RETAIN_CHUNK_SIZE: 500, ENABLE_RERANKING: false, retain_mission: null })).toEqual({
      set: { retain_chunk_size: 500, enable_reranking: false },
      clear: ["retain_mission"],
    });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ retain_chunk_sise: 1 }, 'A bank has no setting "retain_chunk_sise". The nearest name is "retain_chunk_size".'],
    [{ foo: 1 }, 'A bank has no setting "foo". Its configuration lists'],
    [{ port: 1 }, 'A bank has no setting "port".'],
    [{ constructor: 1 }, 'A bank has no setting "constructor".'],
    [{ llm_api_key: "x" }, '"llm_api_key" is a credential'],
    [{ retain_chunk_size: "500" }, "retain_chunk_size takes a whole number from 1."],
    [{ retain_chunk_size: 0 }, "retain_chunk_size takes a whole number from 1."],
    [{ retain_chunk_size: 1.5 }, "retain_chunk_size takes a whole number from 1."],
    [{ disposition_empathy: 6 }, "disposition_empathy takes a whole number from 1 to 5."],
    [{ enable_reranking: "yes" }, "enable_reranking takes true or false."],
    [{ retain_extraction_mode: "loud" }, "retain_extraction_mode takes one of concise, verbose, custom, verbatim, chunks, local."],
    [{ retain_strategies: { fast: { retain_chunk_size: -1 } } }, 'In the strategy "fast": retain_chunk_size takes'],
    [{ retain_strategies: { fast: { nonsense: 1 } } }, 'In the strategy "fast": A bank has no setting "nonsense"'],
    [{ default_observation_scopes: "everything" }, "default_observation_scopes takes one of per_tag"],
    [{ entity_labels: 7 }, "entity_labels takes a list of label groups."],
    [{ entity_labels: [{ key: "mood", type: "words" }] }, "(at 0.type: one of value, multi-values, text, multi-text, map)"],
    [{ entity_labels: { attributes: [{ key: "a" }, { key: "" }] } }, "a text that is not empty (at attributes.1.key)"],
    [{ retain_strategies: { open: { memory_defense: null } } }, 'In the strategy "open": memory_defense holds for the whole bank'],
  ])("%j is refused", (updates, message) => expect(refused(updates)).toContain(message));

  test("a policy of memory defense for every bank comes from the environment, as JSON", () => {
    const policy = { enabled: true, rules: [{ on: "secrets", action: "block" }] };
    expect(loadSettings({ HINDSIGHT_API_MEMORY_DEFENSE: JSON.stringify(policy) }).bank.memory_defense).toEqual(policy);
  });

  test("a policy of memory defense that is none is a 422, by the contract", () => {
    const updates = { memory_defense: { rules: [{ action: "block" }] } };
    expect(() => readConfigUpdates(updates)).toThrow(expect.objectContaining({ code: "invalid_request", status: 422 }));
  });

  test("structured settings are accepted as callers send them", () => {
    const updates = {
      entity_labels: [
        { key: "mood", values: [{ value: "glad" }] },
        { key: "place", type: "map", fields: { city: { type: "text", fields: { zip: {} } } } },
      ],
      default_observation_scopes: [["a"], ["b", "c"]],
      memory_defense: { enabled: true, rules: [{ on: "sensitive_data", action: "redact" }] },
      reflect_default_options: { budget: "low" },
    };
    expect(readConfigUpdates(updates).set).toEqual(updates);
  });
});
