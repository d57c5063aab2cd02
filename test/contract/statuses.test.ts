// Statuses, bodies and nulls of the contract, by live calls: what the schema does not say.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type Reply, type TestServer } from "../support/server.js";
import { OPERATIONS_NOT_YET } from "./not-yet.js";

let server: TestServer;
const BANK = "statuses";
const UUID = "11111111-2222-3333-4444-555555555555";

beforeAll(async () => {
  server = await openServer();
  await server.retain(BANK, [
    {
      content: "Ann moved to Delft.",
      document_id: "ann",
      tags: ["user:ann"],
      metadata: { source: "test" },
      entities: [{ text: "Ann", type: "person" }],
    },
    { content: "Ben rows on the canal.", document_id: "ben" },
  ]);
});
afterAll(() => server.close());

const get = (rest: string, bank = BANK): Promise<Reply> => server.call("GET", bankPath(bank, rest));

describe("a bank that does not exist", () => {
  const none = "no-such-bank";
  it.each([
    ["GET", "/memories/list"],
    ["GET", "/memories/list?state=invalidated"],
    ["GET", "/stats"],
    ["GET", "/entities"],
    ["GET", "/documents"],
    ["GET", "/tags"],
    ["GET", "/tags?source=mental_models"],
    ["GET", "/operations"],
    ["GET", "/operations?status=lost"],
    ["GET", "/config"],
    ["GET", "/llm-requests"],
    ["GET", "/llm-requests/stats"],
    ["GET", "/llm-usage"],
    ["GET", "/audit-logs"],
    ["GET", "/audit-logs/stats"],
    ["GET", "/graph"],
    ["GET", "/entities/graph"],
    ["GET", "/stats/memories-timeseries"],
    ["GET", "/aliases"],
    ["PATCH", ""],
    ["POST", "/memories/recall"],
    ["POST", "/aliases"],
  ])("%s %s is a 404 that names it", async (method, rest) => {
    const body = { "/memories/recall": { query: "canal" }, "/aliases": { alias: "x" }, "": { name: "x" } }[rest];
    const reply = await server.call(method, bankPath(none, rest), body);
    expect([reply.status, reply.body], reply.text).toEqual([404, { detail: `Bank '${none}' not found` }]);
  });

  it("is deleted, and emptied, with a count of 0", async () => {
    for (const rest of ["", "/memories", "/memories?type=world"]) {
      const reply = await server.call("DELETE", bankPath(none, rest));
      expect([reply.status, reply.body.success, reply.body.deleted_count], reply.text).toEqual([200, true, 0]);
    }
  });

  it("has operations that are not found, and single things that are 404 with their own words", async () => {
    expect(await get(`/operations/${UUID}`, none)).toMatchObject({ status: 200, body: { operation_id: UUID, status: "not_found" } });
    for (const rest of ["/documents/x", "/documents/x/chunks", `/entities/${UUID}`, `/memories/${UUID}`])
      expect((await get(rest, none)).status, rest).toBe(404);
  });

  it.each<[string, string, string, unknown]>([
    ["retain", "POST", "/memories", { items: [{ content: "A fact." }] }],
    ["async retain", "POST", "/memories", { items: [{ content: "A fact." }], async: true }],
    ["put", "PUT", "", {}],
    ["a config patch", "PATCH", "/config", { updates: {} }],
  ])("is made by %s", async (what, method, rest, body) => {
    const bank = `made by ${what}`;
    expect((await server.call(method, bankPath(bank, rest), body)).status).toBe(200);
    expect((await get("/stats", bank)).status).toBe(200);
  });

  it("is not made by recall", async () => {
    await server.call("POST", bankPath("not made", "/memories/recall"), { query: "canal" });
    expect((await get("/stats", "not made")).status).toBe(404);
  });
});

describe("null fields", () => {
  it("stay in every reply", async () => {
    const recalled = await server.call("POST", bankPath(BANK, "/memories/recall"), { query: "Ben canal", include: { entities: null } });
    expect(recalled.body).toMatchObject({ trace: null, entities: null, chunks: null, source_facts: null });
    expect(Object.keys(recalled.body.results[0]).sort()).toEqual(
      [
        "id",
        "text",
        "type",
        "entities",
        "context",
        "occurred_start",
        "occurred_end",
        "mentioned_at",
        "document_id",
        "metadata",
        "chunk_id",
        "tags",
        "source_fact_ids",
        "scores",
        "attachments",
      ].sort(),
    );
    const retained = await server.retain(BANK, [{ content: "Cas plays chess." }]);
    expect(Object.keys(retained.body)).toEqual([
      "success",
      "bank_id",
      "items_count",
      "async",
      "operation_id",
      "operation_ids",
      "usage",
      "receipt",
    ]);
    expect(retained.body.usage).toEqual({ input_tokens: 0, output_tokens: 0, total_tokens: 0, cached_tokens: 0, thoughts_tokens: 0 });
    expect((await get("/documents/ann")).body).toHaveProperty("attachments", null);
    expect((await server.call("PUT", bankPath(BANK), {})).body).toHaveProperty("background", null);
    expect((await get("/stats")).body).toHaveProperty("last_consolidated_at", null);
    expect((await get(`/operations/${UUID}`)).body).toMatchObject({
      operation_type: null,
      progress: null,
      child_operations: null,
      task_payload: null,
    });
  });

  it("are missing fields' input in a 422", async () => {
    const reply = await server.call("POST", bankPath(BANK, "/memories"), {});
    expect(reply.body).toEqual({ detail: [{ type: "missing", loc: ["body", "items"], msg: expect.any(String), input: null }] });
  });
});

describe("recall", () => {
  const recall = async (body: object): Promise<Reply> =>
    server.call("POST", bankPath(BANK, "/memories/recall"), { query: "Where does Ann live?", ...body });

  it("gives entities unless told otherwise, chunks and trace only when asked", async () => {
    const plain = (await recall({})).body;
    expect(plain.entities).toMatchObject({ Ann: { entity_id: expect.any(String), canonical_name: "Ann", observations: [] } });
    expect([plain.chunks, plain.trace]).toEqual([null, null]);
    const full = (await recall({ trace: true, include: { entities: null, chunks: { max_tokens: 500 } } })).body;
    expect(full.entities).toBeNull();
    expect(full.trace).toEqual(expect.any(Object));
    const hit = full.results.find((result: { document_id: string }) => result.document_id === "ann");
    expect(full.chunks[hit.chunk_id]).toMatchObject({
      id: hit.chunk_id,
      text: "Ann moved to Delft.",
      chunk_index: 0,
      truncated: false,
      attachments: null,
    });
    expect(hit).toMatchObject({ type: expect.stringMatching(/^(world|experience)$/), tags: ["user:ann"], metadata: { source: "test" } });
    expect(hit.scores.final).toEqual(expect.any(Number));
  });
});

describe("memories", () => {
  it("are listed and read with the fields of the contract", async () => {
    const list = (await get("/memories/list?tags=user:ann&tags_match=all_strict")).body;
    expect(list).toMatchObject({ limit: 100, offset: 0, total: 1 });
    expect(list.items[0]).toMatchObject({
      state: "valid",
      fact_type: expect.any(String),
      entities: expect.stringContaining("Ann"),
      proof_count: 1,
      context: "",
    });
    const one = (await get(`/memories/${list.items[0].id}`)).body;
    expect(one).toMatchObject({
      id: list.items[0].id,
      entities: expect.arrayContaining(["Ann"]),
      type: list.items[0].fact_type,
      invalidated_at: null,
    });
    expect((await get(`/memories/${list.items[0].id.toUpperCase()}`)).body.id).toBe(list.items[0].id);
  });
});

describe("documents", () => {
  it("are listed, retagged and deleted, with their memories", async () => {
    await server.retain(BANK, [{ content: "Dee owns a red bicycle.", document_id: "dee" }]);
    const list = (await get("/documents?q=dee")).body;
    expect(list).toMatchObject({
      total: 1,
      total_is_estimate: false,
      items: [{ id: "dee", bank_id: BANK, matched_fields: expect.arrayContaining(["id"]) }],
    });
    expect((await server.call("PATCH", bankPath(BANK, "/documents/dee"), {})).status).toBe(422);
    expect((await server.call("PATCH", bankPath(BANK, "/documents/none"), { tags: [] })).status).toBe(404);
    expect((await server.call("PATCH", bankPath(BANK, "/documents/dee"), { tags: ["bike"] })).body).toEqual({ success: true });
    expect((await get("/memories/list?tags=bike&tags_match=all_strict")).body.total).toBe(1);
    const gone = (await server.call("DELETE", bankPath(BANK, "/documents/dee"))).body;
    expect(gone).toEqual({ success: true, message: expect.any(String), document_id: "dee", memory_units_deleted: 1 });
    expect((await server.call("DELETE", bankPath(BANK, "/documents/dee"))).status).toBe(404);
  });
});

describe("entities", () => {
  it("are those of the memories that the tags show", async () => {
    const names = async (query: string): Promise<readonly string[]> =>
      (await get(`/entities${query}`)).body.items.map((entity: { canonical_name: string }) => entity.canonical_name);
    await server.retain(BANK, [
      { content: "Gus is a carpenter.", tags: ["user:gus"], entities: [{ text: "Gus" }], document_id: "gus" },
      { content: "Hal is a baker.", tags: ["user:hal"], entities: [{ text: "Hal" }], document_id: "hal" },
    ]);
    expect(await names("")).toEqual(expect.arrayContaining(["Gus", "Hal"]));
    const gus = await names("?tags=user:gus&tags_match=any_strict");
    expect([gus.includes("Gus"), gus.includes("Hal")]).toEqual([true, false]);
    const group = encodeURIComponent(JSON.stringify([{ tags: ["user:hal"] }]));
    const hal = await names(`?tag_groups=${group}`);
    expect([hal.includes("Gus"), hal.includes("Hal")]).toEqual([false, true]);
    const id = (await get("/entities")).body.items.find((entity: { canonical_name: string }) => entity.canonical_name === "Gus").id;
    expect((await get(`/entities/${id}`)).body).toMatchObject({ canonical_name: "Gus", mention_count: 1, observations: [] });
    expect((await get(`/entities/${id}?tag_groups=${group}`)).status).toBe(404);
    const fuzzy = await names(`?tag_groups=${encodeURIComponent(JSON.stringify([{ tags: ["user:guss"], resolve: "fuzzy" }]))}`);
    expect([fuzzy.includes("Gus"), fuzzy.includes("Hal")]).toEqual([true, false]);
  });
});

describe("operations", () => {
  it("are accepted, followed and removed", async () => {
    const body = { items: [{ content: "Eve keeps bees." }], async: true, operation_id: UUID };
    const first = await server.call("POST", bankPath(BANK, "/memories"), body);
    expect(first.body).toMatchObject({ success: true, async: true, operation_id: UUID, usage: null });
    const again = await server.call("POST", bankPath(BANK, "/memories"), body);
    expect([again.status, again.body.operation_id]).toEqual([200, UUID]);
    await server.idle();
    const done = (await get(`/operations/${UUID}?include_payload=true`)).body;
    expect(done).toMatchObject({
      id: UUID,
      operation_id: UUID,
      status: "completed",
      error_message: null,
      task_payload: expect.any(Object),
    });
    expect(done.task_type).toBe(done.operation_type);
    const list = (await get("/operations?status=completed")).body;
    expect(list.operations.map((operation: { id: string }) => operation.id)).toContain(UUID);
    const at = bankPath(BANK, `/operations/${UUID}`);
    expect((await server.call("DELETE", at)).status, "cancel of a finished one").toBe(409);
    expect((await server.call("POST", `${at}/retry`)).status, "retry of a completed one").toBe(409);
    expect((await server.call("DELETE", `${at}/delete`)).body).toEqual({ success: true, message: expect.any(String), operation_id: UUID });
    expect((await get(`/operations/${UUID}`)).body.status).toBe("not_found");
    for (const [method, rest] of [
      ["DELETE", ""],
      ["POST", "/retry"],
      ["DELETE", "/delete"],
    ] as const) {
      expect((await server.call(method, `${at}${rest}`)).status, `${method} ${rest}`).toBe(404);
      expect((await server.call(method, `${bankPath(BANK, "/operations/nope")}${rest}`)).status).toBe(400);
    }
  });
});

describe("what is retired, and what is not there yet", () => {
  it("says where the profile went, for any bank", async () => {
    for (const bank of [BANK, "no-such-bank"]) {
      for (const [method, rest] of [
        ["GET", "/profile"],
        ["PUT", "/profile"],
        ["POST", "/background"],
      ] as const) {
        const reply = await server.call(method, bankPath(bank, rest));
        expect([reply.status, reply.body.detail], `${method} ${rest}`).toEqual([410, expect.stringContaining("/config")]);
      }
      expect((await server.call("POST", bankPath(bank, `/entities/${UUID}/regenerate`))).status).toBe(410);
    }
  });

  it.each(OPERATIONS_NOT_YET)("%s is not faked", async (operation) => {
    const [method, template] = operation.split(" ") as [string, string];
    const reply = await server.call(
      method,
      template.replace("{bank_id}", BANK).replace(/\{\w+\}/g, UUID),
      method === "GET" ? undefined : {},
    );
    // 405 where the path exists with another method, 400/404 where the last segment reads as an id.
    expect([400, 404, 405], reply.text).toContain(reply.status);
  });

  it("claims no feature that is not there", async () => {
    const { body } = await server.call("GET", "/version");
    expect(body).toMatchObject({ api_version: "1.1.0", server_version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    const on = Object.entries(body.features).filter(([, value]) => value === true);
    expect(on.map(([name]) => name).sort()).toEqual([
      "bank_config_api",
      "document_export_api",
      "document_import_api",
      "file_upload_api",
      "llm_trace",
      "mcp",
      "observations",
      "store_document_text",
      "worker",
    ]);
  });
});

describe("health", () => {
  it("is told by the database, and by nothing", async () => {
    expect((await server.call("GET", "/health")).body).toEqual({
      status: "healthy",
      database: expect.any(String),
      db_acquire_ms: expect.any(Number),
      db_pool_waiting: expect.any(Number),
      db_pool_in_use: expect.any(Number),
      db_pool_max: expect.any(Number),
      db_pool_idle: expect.any(Number),
    });
    expect((await server.call("GET", "/health/ready")).status).toBe(200);
    expect((await server.call("GET", "/health/live")).body).toEqual({
      status: "alive",
      version: expect.any(String),
      uptime_seconds: expect.any(Number),
    });
  });

  it("has metrics of the engine and of HTTP, without a series twice", async () => {
    const { text, headers } = await server.call("GET", "/metrics");
    expect(headers["content-type"]).toMatch(/^text\/plain/);
    for (const name of ["hindsight_operation_duration_seconds", "hindsight_http_requests_total", "hindsight_http_duration_seconds"])
      expect(text).toContain(name);
    expect(text).toContain('endpoint="/v1/default/banks/{bank_id}/memories/recall"');
    expect(text).not.toContain(BANK);
    const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]);
    expect(new Set(types).size).toBe(types.length);
  });
});
