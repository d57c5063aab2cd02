// What the routes of retain, documents, files and operations really answer, held against the contract: each reply has all of its fields, with
// values of their types, and no others. The specification that we serve says so too (openapi.test.ts); here nobody is believed.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type Reply, type TestServer } from "../support/server.js";
import { upload } from "../support/upload.js";
import { B, HAS_CONTRACT, liveCalls, unlike } from "./live.js";
import type { Fields } from "./shapes.js";

const BANK = "live";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe.skipIf(!HAS_CONTRACT)("live replies (needs shared/contract/openapi.json)", () => {
  let server: TestServer;
  const { contract, leftOut, live, held } = liveCalls(() => server);
  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(() => server.close());

  it("retain, now and later", async () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } };
    const items = [
      {
        content: [{ type: "text", text: "Ann moved to Delft on 3 May 2024. " }, image],
        document_id: "ann/log",
        tags: ["a"],
        metadata: { k: "v" },
        context: "a letter",
        timestamp: "2024-05-04T10:00:00+02:00",
        entities: [{ text: "Ann", type: "person" }],
      },
      { content: "Ben rows with Ann.", timestamp: "unset", document_id: "ben", entities: [{ text: "Ann", type: "person" }] },
    ];
    const now = await live(`POST ${B}/memories`, bankPath(BANK, "/memories"), { items });
    expect(now.body).toMatchObject({ success: true, bank_id: BANK, items_count: 2, async: false, operation_id: null, operation_ids: null });
    const later = await live(`POST ${B}/memories`, bankPath(BANK, "/memories"), { items: [{ content: "Cas sings." }], async: true });
    expect(later.body).toMatchObject({ success: true, items_count: 1, async: true, operation_id: expect.any(String), usage: null });
    await server.idle();
  });

  it("memories: list, one, dry run, recall, tags, entities", async () => {
    const list = await live(`GET ${B}/memories/list`, bankPath(BANK, "/memories/list"));
    expect(list.body).toMatchObject({ limit: 100, offset: 0, total: 3 });
    await live(`GET ${B}/memories/{memory_id}`, bankPath(BANK, `/memories/${list.body.items[0].id}`));
    const content = { content: "Dee mends nets in Ghent. She sails on Sunday.", timestamp: "2024-05-04T10:00:00Z" };
    const dry = await live(`POST ${B}/memories/dry-run-extract`, bankPath(BANK, "/memories/dry-run-extract"), content);
    expect(dry.body.facts.length).toBeGreaterThan(0);
    const include = { chunks: {}, source_facts: {}, entities: {} };
    const found = await live(`POST ${B}/memories/recall`, bankPath(BANK, "/memories/recall"), { query: "Who moved to Delft?", include });
    expect(Object.keys(found.body.chunks).length).toBeGreaterThan(0); // control: the map has values to look at
    await live(`GET ${B}/tags`, bankPath(BANK, "/tags"));
    const entities = await live(`GET ${B}/entities`, bankPath(BANK, "/entities"));
    await live(`GET ${B}/entities/{entity_id}`, bankPath(BANK, `/entities/${entities.body.items[0].id}`));
    const graph = await live(`GET ${B}/graph`, bankPath(BANK, "/graph"));
    expect([graph.body.nodes.length, graph.body.edges.length > 0]).toEqual([3, true]); // control: there are some to look at
    await live(`GET ${B}/entities/graph`, bankPath(BANK, "/entities/graph"));
    await live(`GET ${B}/stats/memories-timeseries`, bankPath(BANK, "/stats/memories-timeseries"));
    const edited = bankPath(BANK, `/memories/${list.body.items[0].id}`);
    await live(`PATCH ${B}/memories/{memory_id}`, edited, { context: "a postcard" });
    await server.idle();
  });

  it("documents, their chunks and attachments", async () => {
    const list = await live(`GET ${B}/documents`, bankPath(BANK, "/documents"));
    expect(list.body).toMatchObject({ total: 3, limit: 100, offset: 0 });
    for (const id of ["ann/log", "ann%2Flog"]) {
      const document = await live(`GET ${B}/documents/{document_id}`, bankPath(BANK, `/documents/${id}`));
      expect(document.body.attachments).toHaveLength(1);
      const { url, media_type } = document.body.attachments[0];
      const bytes = held(`GET ${B}/attachments/{attachment_id}`, await server.call("GET", url.replace(/^https?:\/\/[^/]+/, "")));
      expect([bytes.status, bytes.headers["content-type"]]).toEqual([200, media_type]);
    }
    const chunks = await live(`GET ${B}/documents/{document_id}/chunks`, bankPath(BANK, "/documents/ann/log/chunks"));
    await live("GET /v1/default/chunks/{chunk_id}", `/v1/default/chunks/${chunks.body.items[0].chunk_id ?? chunks.body.items[0].id}`);
    await live(`PATCH ${B}/documents/{document_id}`, bankPath(BANK, "/documents/ben"), { tags: ["b"] });
    const again = await live(`POST ${B}/documents/{document_id}/reprocess`, bankPath(BANK, "/documents/ann/log/reprocess"));
    expect(again.body).toMatchObject({ success: true, items_count: 1 });
    await server.idle();
    await live(`DELETE ${B}/documents/{document_id}`, bankPath(BANK, "/documents/ben"));
  });

  it("files", async () => {
    const reply = held(`POST ${B}/files/retain`, await upload(server, BANK, [{ name: "eve.txt", content: "Eve keeps bees." }]));
    expect(reply.body.operation_ids).toHaveLength(1);
    await server.idle();
    const id = reply.body.operation_ids[0] as string;
    const done = await live(`GET ${B}/operations/{operation_id}`, bankPath(BANK, `/operations/${id}`));
    expect(done.body).toMatchObject({ status: "completed", operation_type: "file_convert_retain" });
  });

  it("operations, whole and in parts", { timeout: 90_000 }, async () => {
    // Signs of which each is several tokens: twenty thousand of them, and little to embed.
    const long = Array.from({ length: 20 }, (_, i) => ({ content: `Number ${i}. ${"𓀀".repeat(220)}`, document_id: `w-${i}` }));
    const { body } = await live(`POST ${B}/memories`, bankPath(BANK, "/memories"), { items: long, async: true });
    await server.idle();
    const at = `/operations/${body.operation_id as string}`;
    const parent = await live(`GET ${B}/operations/{operation_id}`, bankPath(BANK, at));
    expect(parent.body.child_operations.length).toBeGreaterThan(1); // control: parts to look at
    expect(parent.body.result_metadata).toMatchObject({
      is_parent: true,
      items_count: 20,
      num_sub_batches: parent.body.child_operations.length,
    });
    const child = parent.body.child_operations[0].operation_id as string;
    const part = await live(`GET ${B}/operations/{operation_id}`, bankPath(BANK, `/operations/${child}?include_payload=true`));
    expect(part.body.result_metadata).toMatchObject({
      parent_operation_id: body.operation_id,
      sub_batch_index: expect.any(Number),
      total_sub_batches: parent.body.child_operations.length,
    });
    const page = await live(`GET ${B}/operations`, bankPath(BANK, "/operations"));
    expect(page.body).toMatchObject({ limit: 20, offset: 0 });
    const all = (await server.call("GET", bankPath(BANK, "/operations?limit=100"))).body;
    const lone = (await server.call("GET", bankPath(BANK, "/operations?limit=100&exclude_parents=true"))).body;
    expect(all.total - lone.total).toBe(1);
    for (const [query, status] of [
      ["limit=0", 422],
      ["limit=101", 422],
      ["offset=-1", 422],
      ["status=lost", 200],
      ["type=retain", 200],
    ] as const)
      expect((await server.call("GET", bankPath(BANK, `/operations?${query}`))).status, query).toBe(status);
    await live(`DELETE ${B}/operations/{operation_id}/delete`, bankPath(BANK, `${at}/delete`));
  });

  it("operations: cancelled and taken up again", async () => {
    const idle = await openServer({ HINDSIGHT_API_WORKER_ENABLED: "false" });
    try {
      const call = async (operation: string, rest: string, body?: unknown): Promise<Reply> =>
        held(operation, await idle.call(operation.split(" ")[0] as string, bankPath(BANK, rest), body));
      const { body } = await call(`POST ${B}/memories`, "/memories", { items: [{ content: "Fay sails." }], async: true });
      const at = `/operations/${body.operation_id as string}`;
      await call(`DELETE ${B}/operations/{operation_id}`, at);
      expect((await idle.call("DELETE", bankPath(BANK, at))).status).toBe(409);
      await call(`POST ${B}/operations/{operation_id}/retry`, `${at}/retry`);
      const pending = await call(`GET ${B}/operations/{operation_id}`, at);
      expect(pending.body).toMatchObject({ status: "pending", error_message: null });
      expect((await idle.call("POST", bankPath(BANK, `${at}/retry`))).status).toBe(409);
      expect((await idle.call("DELETE", bankPath(BANK, `${at}/delete`))).status).toBe(409);
    } finally {
      await idle.close();
    }
  });

  it("refusals of a retain that only several items, or two banks, can earn", async () => {
    const retain = (body: object, bank = BANK) => server.call("POST", bankPath(bank, "/memories"), body);
    const twice = [
      { content: "Gus bakes.", document_id: "twice" },
      { content: "Gus brews.", document_id: "twice" },
    ];
    expect(await retain({ items: twice, async: true })).toMatchObject({ status: 400, body: { detail: expect.stringContaining("twice") } });
    expect((await retain({ items: twice })).status).toBe(200); // now, they are one document in their order
    expect((await server.call("GET", bankPath(BANK, "/documents/twice"))).body.original_text).toBe("Gus bakes.\nGus brews.");

    await server.call("PATCH", bankPath(BANK, "/config"), {
      updates: { retain_strategies: { raw: { retain_extraction_mode: "chunks" } } },
    });
    const mixed = [{ content: "Hal cooks.", strategy: "raw" }, { content: "Ida sews." }];
    const id = "22222222-2222-4333-8444-555555555555";
    expect((await retain({ items: mixed, async: true, operation_id: id })).status).toBe(400);
    const groups = held(`POST ${B}/memories`, await retain({ items: mixed, async: true }));
    expect(groups.body.operation_ids).toHaveLength(2);
    expect(groups.body.operation_id).toBe(groups.body.operation_ids[0]);

    const mine = { items: [{ content: "Jo sings." }], async: true, operation_id: id };
    expect((await retain(mine)).status).toBe(200);
    expect((await retain(mine, "another")).status).toBe(409);
    expect((await retain({ ...mine, async: false }, "another")).status).toBe(409);
    expect((await server.call("GET", bankPath("another", `/operations/${id}`))).body.status).toBe("not_found");
    await server.idle();
  });

  it("control: a field too many, one that is missing and one of another type are seen, at any depth", async () => {
    const fields = contract.get(`GET ${B}/documents`)?.replies.get("200") as Fields;
    const reply = (await server.call("GET", bankPath(BANK, "/documents"))).body;
    const [{ tags: _, ...first }] = reply.items;
    const spoilt = { ...reply, total: "1", more: 1, items: [{ ...first, id: null, extra: 1 }] };
    expect([...unlike(fields, spoilt, [])].sort()).toEqual([
      "items[].extra is not in the contract",
      "items[].id is null, not string",
      "items[].tags is missing",
      "more is not in the contract",
      'total is "1", not integer',
    ]);
  });

  it("histories, and what was learnt of a fact", async () => {
    const { body: list } = await server.call("GET", bankPath(BANK, "/memories/list?limit=1"));
    const at = `/memories/${list.items[0].id as string}`;
    expect((await live(`GET ${B}/memories/{memory_id}/history`, bankPath(BANK, `${at}/history`))).body).toEqual([]); // a fact has none
    const cleared = await live(`DELETE ${B}/memories/{memory_id}/observations`, bankPath(BANK, `${at}/observations`));
    expect(cleared.body).toEqual({ deleted_count: 0 });
    const history = await live(`GET ${B}/documents/{document_id}/history`, bankPath(BANK, "/documents/twice/history"));
    expect(history.body).toMatchObject({ document_id: "twice", total: 1, limit: 100, offset: 0 });
    expect(history.body.items[0]).toMatchObject({ kind: "retain", facts_added: 2, facts_removed: 0, operation_id: null, fact_id: null });
    const none = { count: 0, ids: [] };
    expect(history.body.items[0]).toMatchObject({ observations_created: none, observations_updated: none, observations_removed: none });
    const unknown = await live(`GET ${B}/documents/{document_id}/history`, bankPath("nobody", "/documents/none/history"));
    expect(unknown.body).toEqual({ document_id: "none", total: 0, limit: 100, offset: 0, items: [] });
    for (const [id, status] of [
      ["not-a-uuid", 400],
      ["00000000-0000-4000-8000-000000000000", 404],
    ] as const) {
      expect((await server.call("GET", bankPath(BANK, `/memories/${id}/history`))).status).toBe(status);
      expect((await server.call("DELETE", bankPath(BANK, `/memories/${id}/observations`))).status).toBe(status);
    }
    expect((await live(`DELETE ${B}/observations`, bankPath(BANK, "/observations"))).body).toMatchObject({
      success: true,
      deleted_count: 0,
    });
    expect((await server.call("DELETE", bankPath(BANK, "/observations?report=true"))).body.report).toEqual({
      memories: 0,
      observations: 0,
      entities: 0,
      links: 0,
      vectors: 0,
      requeued: 0,
      model_refreshes: 0,
    });
  });

  it("last, all memories go; and no operation of these routes was left out", async () => {
    await live(`DELETE ${B}/memories`, bankPath(BANK, "/memories"));
    const elsewhere = [
      `POST ${B}/entities/{entity_id}/regenerate`, // always 410: statuses.test.ts
      "GET /v1/default/files/download/{key}", // bytes, and no JSON
    ];
    expect(leftOut("memories").filter((name) => !elsewhere.includes(name))).toEqual([]);
  });
});
