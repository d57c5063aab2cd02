// What a model sends, read leniently: what is taken, what is dropped, and what is refused in which way.

import { HindsightError } from "@hindsight-memory/engine";
import { describe, expect, test } from "vitest";
import { checkedArguments, lenient, lenientMessage, WrongArguments } from "../../src/mcp/arguments.js";
import { argumentsSchema, takes } from "../../src/mcp/json-schema.js";
import { TOOLS } from "../../src/mcp/tools/index.js";

function named(name: string) {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

function read(name: string, given: Readonly<Record<string, unknown>>) {
  const tool = named(name);
  return checkedArguments(tool, lenient(given, argumentsSchema(tool.parameters)));
}

describe("lenient", () => {
  test("lists and objects come as JSON text too, and texts stay what they are", () => {
    expect(
      read("recall", { query: '["a"]', tags: '["a", "b"]', tag_groups: '[{"not": {"tags": ["x"]}}]', min_scores: '{"final": 0.5}' }),
    ).toMatchObject({
      query: '["a"]',
      tags: ["a", "b"],
      tag_groups: [{ not: { tags: ["x"] } }],
      min_scores: { final: 0.5 },
    });
    expect(read("retain", { content: '{"a": 1}', metadata: '{"a": "1"}', document_id: "[1]" })).toMatchObject({
      content: '{"a": 1}',
      metadata: { a: "1" },
      document_id: "[1]",
    });
  });

  test("null, and the word for it, are nothing where nothing is allowed; a preset holds then", () => {
    expect(read("recall", { query: "null", tags: "null", types: null, max_tokens: null, prefer_observations: "null" })).toMatchObject({
      query: "null",
      tags: null,
      types: null,
      max_tokens: 4096,
      prefer_observations: null,
    });
  });

  test("numbers and flags come as text; a budget that is none is the usual one", () => {
    const args = read("recall", { query: "a", max_tokens: "20", include_chunks: "yes", budget: "very high" });
    expect(args).toMatchObject({ max_tokens: 20, include_chunks: true, budget: "high" });
    expect(read("reflect", { query: "a", budget: 7 })).toMatchObject({ budget: "low" });
  });

  test("arguments that are null are none, and those that are the JSON text of an object are that object", () => {
    const call = (given: unknown) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "recall", arguments: given } });
    expect(lenientMessage(call(null))).toEqual({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "recall" } });
    expect(lenientMessage(call(' {"query": "a"}'))).toEqual(call({ query: "a" }));
    for (const other of ["{", "a", "[1]", 5, { query: "{}" }]) expect(lenientMessage(call(other))).toEqual(call(other));
    expect(lenientMessage({ jsonrpc: "2.0", id: 1, method: "ping" })).toEqual({ jsonrpc: "2.0", id: 1, method: "ping" });
  });

  test("names that no parameter has are dropped, those of every object's prototype too", () => {
    const given = JSON.parse('{"query": "a", "explanation": "b", "__proto__": {"tags": ["x"]}, "constructor": 1, "toString": 2}') as Record<
      string,
      unknown
    >;
    expect(lenient(given, argumentsSchema(named("recall").parameters))).toEqual({ query: "a" });
  });

  test("JSON that is none, or nests without end, is refused and not read", () => {
    expect(() => read("recall", { query: "a", tags: "[" })).toThrow(WrongArguments);
    expect(() => read("recall", { query: "a", tags: "[".repeat(100_000) })).toThrow(WrongArguments);
  });
});

describe("refusals", () => {
  test.each([
    ["recall", {}],
    ["recall", { query: 1 }],
    ["recall", { query: "a", tags: "one" }],
    ["recall", { query: "a", max_tokens: 1.5 }],
    ["get_memory", { memory_id: null }],
    ["update_bank", { config_updates: [] }],
  ] as const)("%s %j is not of its form", (name, given) => {
    expect(() => read(name, given)).toThrow(WrongArguments);
  });

  test.each([
    ["recall", { query: "?" }],
    ["recall", { query: "a", tags_match: "some" }],
    ["list_operations", { limit: 0 }],
    ["get_document", { document_id: "a\0" }],
    ["create_mental_model", { name: "a", source_query: "b", max_tokens: 1 }],
  ] as const)("%s %j is understood and not allowed", (name, given) => {
    expect(() => read(name, given)).toThrow(HindsightError);
  });
});

test("a schema says which JSON types it takes", () => {
  expect(takes({ anyOf: [{ type: "array" }, { type: "null" }] }, "array")).toBe(true);
  expect(takes({ type: "integer" }, "number")).toBe(true);
  expect(takes({ type: "string" }, "object")).toBe(false);
  expect(takes({}, "array")).toBe(true);
});
