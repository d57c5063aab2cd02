// Every tool of MCP, called by the official client inside one bank and among banks.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, type TestServer } from "../support/server.js";
import { type Agent, overHttp } from "./support/client.js";

const SINGLE = 36;
const MULTI = 39;
const AMONG_BANKS = ["list_banks", "create_bank", "get_bank_stats"];

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const unknown = "00000000-0000-4000-8000-000000000000";

describe.each([
  { mode: "single", path: "/mcp/kit/", bank: "kit" },
  { mode: "multi", path: "/mcp/", bank: "default" },
])("$mode-bank mode", ({ mode, path, bank }) => {
  let kit: Agent;
  beforeAll(async () => {
    kit = await overHttp(server.url + path);
  });
  afterAll(() => kit.close());

  test("offers the contract's tools, with annotations and a word on every parameter", async () => {
    const { tools } = await kit.client.listTools();
    expect(tools).toHaveLength(mode === "single" ? SINGLE : MULTI);
    expect(tools.filter(({ name }) => AMONG_BANKS.includes(name))).toHaveLength(mode === "single" ? 0 : 3);
    for (const { name, inputSchema, annotations, description } of tools) {
      const properties = inputSchema.properties as Record<string, { description?: string }>;
      const hasBank = "bank_id" in properties;
      expect(hasBank, `${name}.bank_id`).toBe(mode === "multi" && name !== "list_banks");
      for (const [key, property] of Object.entries(properties)) expect(property.description?.length, `${name}.${key}`).toBeGreaterThan(5);
      expect(description?.length, name).toBeGreaterThan(20);
      const isReading = /^(recall|reflect|list_.*|get_.*|search_knowledge_base)$/.test(name);
      const isDestroying = /^(delete_.*|clear_.*|invalidate_memory)$/.test(name);
      expect(annotations, name).toMatchObject({ readOnlyHint: isReading, destructiveHint: isDestroying, openWorldHint: false });
    }
    const recall = tools.find(({ name }) => name === "recall");
    expect(recall?.inputSchema.properties).toMatchObject({
      tags_match: { type: "string", enum: ["any", "all", "any_strict", "all_strict", "exact"], default: "any" },
      budget: { default: "high" },
      tags: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }], default: null },
      rerank_budget_ms: { anyOf: [{ type: "integer", minimum: 0, maximum: 60_000 }, { type: "null" }], default: null },
    });
    expect(recall?.inputSchema.required).toEqual(["query"]);
  });

  test("writes its answers as the mode has them", async () => {
    const missing = await kit.call("recall", { query: "anything" });
    expect(missing.value).toEqual({
      error: `Operation validation failed: Bank '${bank}' not found`,
      results: [],
      message: expect.stringContaining("holds nothing yet"),
    });
    expect((await kit.call("get_bank")).value).toEqual({ error: `Bank '${bank}' not found` });
    expect((await kit.call("list_memories")).value).toEqual({ error: `Bank '${bank}' not found`, items: [] });

    const stored = await kit.call("sync_retain", { content: "Ann rows on the canal in Delft.", tags: '["sport"]', explanation: "why not" });
    expect(stored.value).toMatchObject({ status: "completed", memory_ids: [expect.any(String)] });
    expect(stored.structured).toEqual(stored.value);
    const profile = await kit.call("get_bank");
    expect(profile.value).toEqual({ bank_id: bank, name: bank, disposition: expect.any(Object), mission: "" });
    if (mode === "single") expect(profile.structured).toEqual(profile.value);
    else expect(profile.structured).toEqual({ result: profile.text });
    expect(profile.text.includes("\n  ")).toBe(mode === "multi");
  });

  test("recalls, reflects and lists, leniently", async () => {
    const found = await kit.call("recall", {
      query: "Where does Ann row?",
      budget: "extreme",
      tags: "null",
      include_chunks: "true",
      include_entities: true,
    });
    expect(found.value.results[0]).toMatchObject({ text: "Ann rows on the canal in Delft.", fact_type: "world", tags: ["sport"] });
    expect(found.value.results[0]).not.toHaveProperty("type");
    expect(found.value).toMatchObject({ trace: null, source_facts: null, source_facts_truncated: null, entities: expect.any(Object) });
    expect(Object.values(found.value.chunks)).toEqual([
      { chunk_text: "Ann rows on the canal in Delft.", chunk_index: 0, truncated: false },
    ]);
    expect((await kit.call("recall", { query: "Ann", tag_groups: '[{"tags": ["work"]}]' })).value.results).toEqual([]);
    expect((await kit.call("recall", { query: "Ann", types: ["world", "nonsense"] })).value).toMatchObject({
      error: expect.stringContaining("nonsense"),
      results: [],
    });

    const answer = await kit.call("reflect", { query: "Where does Ann row?", include_based_on: true, include_trace: true });
    expect(answer.value).toMatchObject({
      text: expect.stringContaining("Delft"),
      structured_output: null,
      usage: expect.any(Object),
      tool_trace: expect.any(Array),
      llm_trace: [],
      directives_applied: [],
    });
    expect(answer.value.based_on.memories[0].text).toContain("Ann rows");
    expect((await kit.call("reflect", { query: " " })).value).toMatchObject({ error: expect.any(String), text: "" });

    const listed = await kit.call("list_memories", { limit: "1", type: "world" });
    expect(listed.value).toMatchObject({ total: 1, limit: 1, offset: 0, items: [{ fact_type: "world" }] });
    const id = listed.value.items[0].id;
    expect((await kit.call("get_memory", { memory_id: id })).value).toMatchObject({ id, text: "Ann rows on the canal in Delft." });
    expect((await kit.call("get_memory", { memory_id: unknown })).value.error).toMatch(/not found/);
    expect((await kit.call("list_tags", { q: "sp*" })).value).toMatchObject({ items: [{ tag: "sport", count: 1 }], total: 1 });
  });

  test("tells a call that is not of its form from one that is not allowed", async () => {
    for (const [name, args, word] of [
      ["recall", {}, "query"],
      ["recall", { query: 7 }, "query"],
      ["list_memories", { limit: "many" }, "limit"],
      ["retain", { content: "x", tags: 5 }, "tags"],
      ["no_such_tool", {}, "no_such_tool"],
      ["__proto__", {}, "__proto__"],
    ] as const) {
      const answer = await kit.call(name, args);
      expect([answer.isError, answer.structured], name).toEqual([true, undefined]);
      expect(answer.text).toContain(word);
    }
    for (const [name, args] of [
      ["list_memories", { limit: -1 }],
      ["recall", { query: "Ann", tags_match: "some" }],
      ["create_mental_model", { name: "", source_query: "Who?" }],
      ["create_mental_model", { name: "Who", source_query: "Who?", max_tokens: 20 }],
      ["create_mental_model", { name: "Who", source_query: "Who?", tags_match: "some" }],
      ["update_bank", { config_updates: { retain_mision: "x" } }],
    ] as const) {
      const answer = await kit.call(name, args);
      expect([answer.isError, typeof answer.value.error], name).toEqual([false, "string"]);
    }
    expect((await kit.call("retain", { content: "  " })).value).toMatchObject({
      status: "error",
      message: expect.stringContaining("blank"),
    });
    expect((await kit.call("update_bank", { config_updates: { retain_mision: "x" } })).value.error).toContain("retain_mission");
  });

  test("edits a memory, takes it out of use and puts it back", async () => {
    const [{ id }] = (await kit.call("list_memories")).value.items;
    const edited = await kit.call("update_memory", {
      memory_id: id,
      text: "Ann rows on the canal in Leiden.",
      entities: '["Ann", "Leiden"]',
      occurred_start: null,
      fact_type: "null",
    });
    expect(edited.value).toMatchObject({ id, text: "Ann rows on the canal in Leiden.", type: "world", edited_at: expect.any(String) });
    expect((await kit.call("update_memory", { memory_id: id })).value.error).toContain("nothing to change");
    const out = await kit.call("invalidate_memory", { memory_id: id, reason: "She moved." });
    expect(out.value).toMatchObject({ id, state: "invalidated", invalidation_reason: "She moved." });
    expect((await kit.call("recall", { query: "Where does Ann row?" })).value.results).toEqual([]);
    expect((await kit.call("invalidate_memory", { memory_id: id, restore: true })).value).toMatchObject({ state: "valid" });
    expect((await kit.call("invalidate_memory", { memory_id: unknown })).value.error).toMatch(/not found/);
    expect((await kit.call("update_memory", { memory_id: id, text: "Ann rows on the canal in Delft." })).value.text).toContain("Delft");
  });

  test("keeps documents and operations", async () => {
    const accepted = await kit.call("retain", { content: "Bob plays chess.", document_id: "games", metadata: '{"source": "club"}' });
    expect(accepted.value).toMatchObject({ status: "accepted", operation_id: expect.any(String), message: expect.any(String) });
    await server.idle();
    const id = accepted.value.operation_id;
    expect((await kit.call("get_operation", { operation_id: id })).value).toMatchObject({ operation_id: id, status: "completed" });
    expect((await kit.call("get_operation", { operation_id: unknown })).value.status).toBe("not_found");
    expect((await kit.call("list_operations", { type: "retain", limit: 5 })).value).toMatchObject({ total: 1, operations: [{ id }] });
    expect((await kit.call("cancel_operation", { operation_id: unknown })).value.error).toMatch(/not found/);

    expect((await kit.call("list_documents", { q: "games" })).value).toMatchObject({
      total: 1,
      total_is_estimate: false,
      items: [{ id: "games", matched_fields: ["id"] }],
    });
    expect((await kit.call("get_document", { document_id: "games" })).value).toMatchObject({
      original_text: "Bob plays chess.",
      bank_id: bank,
    });
    expect((await kit.call("get_document", { document_id: "none" })).value.error).toContain("'none' not found");
    expect((await kit.call("delete_document", { document_id: "games" })).value).toEqual({
      status: "deleted",
      document_id: "games",
      document_deleted: 1,
      memory_units_deleted: 1,
    });
    expect((await kit.call("delete_document", { document_id: "games" })).value).toMatchObject({
      document_deleted: 0,
      memory_units_deleted: 0,
    });
  });

  test("keeps mental models and directives", async () => {
    const made = await kit.call("create_mental_model", {
      name: "Ann",
      source_query: "Who is Ann?",
      mental_model_id: "ann",
      tags: ["sport"],
      trigger: '{"mode": "delta"}',
      trigger_refresh_after_consolidation: true,
      tags_match: "all_strict",
    });
    expect(made.value).toMatchObject({
      mental_model_id: "ann",
      status: "created",
      operation_id: expect.any(String),
      message: expect.any(String),
    });
    expect((await kit.call("list_mental_models", { detail: "full" })).value).toMatchObject({
      total: 1,
      items: [{ id: "ann", content: null }],
    });
    const read = await kit.call("get_mental_model", { mental_model_id: "ann" });
    expect(read.value).toMatchObject({
      source_query: "Who is Ann?",
      max_tokens: 2048,
      trigger: { mode: "delta", refresh_after_consolidation: true, tags_match: "all_strict" },
    });
    expect((await kit.call("update_mental_model", { mental_model_id: "ann", name: "Ann of Delft" })).value).toMatchObject({
      name: "Ann of Delft",
      trigger: { mode: "delta" },
    });
    expect((await kit.call("refresh_mental_model", { mental_model_id: "ann" })).value).toMatchObject({
      status: "queued",
      operation_id: expect.any(String),
    });
    await server.idle();
    expect((await kit.call("get_mental_model", { mental_model_id: "ann" })).value.content).toContain("Delft");
    expect((await kit.call("clear_mental_model", { mental_model_id: "ann" })).value).toMatchObject({
      status: "cleared",
      mental_model_id: "ann",
    });
    expect((await kit.call("delete_mental_model", { mental_model_id: "ann" })).value).toEqual({
      status: "deleted",
      mental_model_id: "ann",
    });
    expect((await kit.call("get_mental_model", { mental_model_id: "ann" })).value.error).toContain("'ann' not found");

    const rule = await kit.call("create_directive", { name: "Tone", content: "Answer in one sentence.", priority: 3 });
    expect(rule.value).toMatchObject({ id: expect.any(String), bank_id: bank, priority: 3, is_active: true });
    expect((await kit.call("list_directives")).value).toMatchObject({ total: 1, items: [{ name: "Tone" }] });
    expect((await kit.call("delete_directive", { directive_id: rule.value.id })).value).toEqual({
      status: "deleted",
      directive_id: rule.value.id,
    });
  });

  test("keeps a knowledge base", async () => {
    const folder = await kit.call("create_knowledge_folder", { name: "People" });
    expect(folder.value).toEqual({
      id: expect.stringMatching(/^kf-/),
      kind: "folder",
      name: "People",
      parent_id: null,
      managed: false,
      children: [],
    });
    const page = await kit.call("create_knowledge_page", {
      name: "Ann",
      source_query: "Who is Ann?",
      parent_id: folder.value.id,
      refresh_after_consolidation: false,
    });
    expect(page.value).toMatchObject({
      page_id: expect.stringMatching(/^kp-/),
      mental_model_id: expect.any(String),
      status: expect.any(String),
    });
    expect(
      (await kit.call("create_knowledge_page", { name: "Ann", source_query: "Who?", parent_id: folder.value.id })).value.error,
    ).toContain("Ann");
    await server.idle();
    const { page_id } = page.value;
    const tree = await kit.call("get_knowledge_base_tree");
    expect(tree.value.roots[0].children[0]).toMatchObject({
      id: page_id,
      description: "Who is Ann?",
      trigger: { refresh_after_consolidation: false },
    });
    expect(tree.value.roots[0].children[0]).not.toHaveProperty("children");
    const read = await kit.call("get_knowledge_page", { page_id });
    expect(Object.keys(read.value).sort()).toEqual(["description", "id", "markdown", "name", "tags", "timestamp", "type"]);
    expect(read.value.markdown).toContain("Delft");
    expect((await kit.call("search_knowledge_base", { query: "Ann", limit: 500 })).value).toMatchObject({
      total: 1,
      results: [{ id: page_id }],
    });
    expect((await kit.call("update_knowledge_node", { node_id: page_id, parent_id: "root", name: "Ann R." })).value).toMatchObject({
      parent_id: null,
      name: "Ann R.",
    });
    expect((await kit.call("delete_knowledge_node", { node_id: page_id })).value).toEqual({ status: "deleted", node_id: page_id });
    expect((await kit.call("delete_knowledge_node", { node_id: folder.value.id })).value.status).toBe("deleted");
  });

  test("changes, clears and deletes the bank", async () => {
    const changed = await kit.call("update_bank", { name: "Kit", mission: "Be brief.", config_updates: '{"retain_mission": "Sports"}' });
    expect(changed.value).toEqual({ bank_id: bank, name: "Kit", mission: "Be brief.", disposition: expect.any(Object) });
    const rules = [{ on: "githab_token", action: "block" }];
    expect((await kit.call("update_bank", { config_updates: { memory_defense: { enabled: true, rules } } })).value).toMatchObject({
      ignored: ["memory_defense.rules[].on=githab_token"],
    });
    expect((await kit.call("clear_memories", { type: "nonsense" })).value.error).toContain("nonsense");
    expect((await kit.call("clear_memories", {})).value).toMatchObject({ status: "cleared", bank_id: bank, memory_units_deleted: 1 });
    expect((await kit.call("delete_bank")).value).toMatchObject({
      status: "deleted",
      bank_id: bank,
      bank_deleted: true,
      documents_deleted: expect.any(Number),
    });
    expect((await kit.call("delete_bank")).value).toEqual({ error: `Bank '${bank}' not found` });
  });
});
