// Ids with every character that paths make trouble of, through every route.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankPath, openServer, type TestServer } from "../support/server.js";
import { upload } from "../support/upload.js";

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

/** As a path may hold it: `encodeURIComponent` leaves dots alone, so a client that cares encodes them too. */
const encoded = (id: string): string => encodeURIComponent(id).replaceAll(".", "%2E");

const BANK_IDS = [
  "a/b",
  "a/",
  "/a",
  "100%",
  "%25",
  "%2F",
  "a%2Fb",
  "%zz",
  "...",
  "../../etc",
  "agent::user::1",
  "ü",
  "u\u0308",
  "日本語",
  "👩‍👩‍👧",
  "a b",
  "a+b",
  "a?b=c#d",
  "a&b",
  "a\\b",
  "'; DROP TABLE bank; --",
  '"quoted"',
  "list",
  "memories",
  "default",
  "__proto__".slice(2),
  "constructor",
  "-",
  "a_b_0",
  "x".repeat(192),
];

describe.each(BANK_IDS)("the bank %j", (id) => {
  const at = (rest = ""): string => `/v1/default/banks/${encoded(id)}${rest}`;
  const documentId = "Work/2026/note 100%.md";

  it("works through every route", async () => {
    const made = await server.call("PUT", at(), { name: "N" });
    expect([made.status, made.body.bank_id, made.body.name], made.text).toEqual([200, id, "N"]);
    const retained = await server.call("POST", at("/memories"), {
      items: [
        { content: "Ann moved to Delft in May.", document_id: documentId, tags: ["t:1"], entities: [{ text: "Ann", type: "person" }] },
      ],
    });
    expect([retained.status, retained.body.bank_id, retained.body.receipt.items[0].document_id], retained.text).toEqual([
      200,
      id,
      documentId,
    ]);
    const recalled = await server.call("POST", at("/memories/recall"), { query: "Where did Ann move?", include: { chunks: {} } });
    expect(
      recalled.body.results.map((result: { document_id: string }) => result.document_id),
      recalled.text,
    ).toContain(documentId);

    const list = await server.call("GET", at("/memories/list"));
    expect(list.body.total).toBeGreaterThan(0);
    const memory = await server.call("GET", at(`/memories/${list.body.items[0].id}`));
    expect([memory.status, memory.body.document_id]).toEqual([200, documentId]);
    const entities = await server.call("GET", at("/entities"));
    expect(entities.body.items.map((entity: { canonical_name: string }) => entity.canonical_name)).toContain("Ann");
    expect((await server.call("GET", at(`/entities/${entities.body.items[0].id}`))).status).toBe(200);
    expect((await server.call("GET", at("/tags"))).body.items).toEqual([{ tag: "t:1", count: expect.any(Number) }]);
    expect((await server.call("GET", at("/stats"))).body).toMatchObject({ bank_id: id, total_documents: 1 });
    expect((await server.call("GET", at("/operations"))).body).toMatchObject({ bank_id: id });
    expect((await server.call("GET", at("/operations/00000000-0000-0000-0000-000000000000"))).body.status).toBe("not_found");
    expect((await server.call("GET", at("/config"))).body.bank_id).toBe(id);
    expect((await server.call("PATCH", at("/config"), { updates: { reflect_mission: "M" } })).body.overrides).toMatchObject({
      reflect_mission: "M",
    });
    expect((await server.call("DELETE", at("/config"))).body.overrides).toEqual({});
    expect((await server.call("PATCH", at(), { name: "P" })).body.name).toBe("P");
    expect((await server.call("GET", at("/profile"))).status).toBe(410);
    expect(
      (await server.call("GET", `/v1/default/banks?q=${encodeURIComponent(id)}`)).body.banks.map(
        (bank: { bank_id: string }) => bank.bank_id,
      ),
    ).toContain(id);

    const chunks = await server.call("GET", at(`/documents/${encoded(documentId)}/chunks`));
    expect([chunks.status, chunks.body.items[0].bank_id], chunks.text).toEqual([200, id]);
    const chunkId = chunks.body.items[0].chunk_id as string;
    const chunk = await server.call("GET", `/v1/default/chunks/${encoded(chunkId)}`);
    expect([chunk.status, chunk.body.chunk_id, chunk.body.bank_id, chunk.body.document_id], chunk.text).toEqual([
      200,
      chunkId,
      id,
      documentId,
    ]);

    const alias = `alias of ${id}`.slice(0, 100);
    expect((await server.call("POST", at("/aliases"), { alias })).status).toBe(201);
    const byAlias = await server.call("GET", `/v1/default/banks/${encoded(alias)}/stats`);
    expect(byAlias.body.bank_id, byAlias.text).toBe(id);
    expect((await server.call("DELETE", at(`/aliases/${encoded(alias)}`))).status).toBe(200);

    expect((await server.call("DELETE", at("/memories"))).body).toMatchObject({ success: true });
    expect((await server.call("DELETE", at())).body).toMatchObject({ success: true });
    const gone = await server.call("GET", at("/stats"));
    expect([gone.status, gone.body]).toEqual([404, { detail: `Bank '${id}' not found` }]);
  });
});

describe("bank ids that the contract refuses", () => {
  it.each([
    ["leading underscore", "_x"],
    ["control character", "a\u0007b"],
    ["newline", "a\nb"],
    ["one dot", "."],
    ["two dots", ".."],
    ["193 bytes", "x".repeat(193)],
    ["193 bytes of UTF-8", "ü".repeat(97)],
  ])("%s", async (_, id) => {
    for (const call of [
      server.call("PUT", `/v1/default/banks/${encoded(id)}`, {}),
      server.call("POST", `/v1/default/banks/${encoded(id)}/memories`, { items: [{ content: "A fact." }] }),
    ]) {
      const reply = await call;
      expect(reply.status, reply.text).toBe(400);
      expect(reply.body.detail).toEqual(expect.any(String));
    }
  });
});

const DOCUMENT_IDS = [
  "plain",
  "a/b/c.md",
  "a/chunks",
  "chunks",
  "a/chunks/b",
  "100%",
  "%2F",
  "...",
  "../x",
  "a//b",
  "ü/日本.md",
  "a b?c#d",
  "a_0",
  "x".repeat(600),
];

describe.each(DOCUMENT_IDS)("the document %j", (id) => {
  const at = (rest = ""): string => `/v1/default/banks/documents-bank/documents/${encoded(id)}${rest}`;

  it("is written, read, changed and deleted by its encoded id", async () => {
    await server.retain("documents-bank", [{ content: `The document is called so: ${id.slice(0, 50)}`, document_id: id }]);
    const read = await server.call("GET", at());
    expect([read.status, read.body.id], read.text).toEqual([200, id]);
    expect((await server.call("PATCH", at(), { tags: ["x"] })).body).toEqual({ success: true });
    expect((await server.call("GET", at())).body.tags).toEqual(["x"]);
    const chunks = await server.call("GET", at("/chunks"));
    expect([chunks.status, chunks.body.items[0].document_id], chunks.text).toEqual([200, id]);
    const chunk = await server.call("GET", `/v1/default/chunks/${encoded(chunks.body.items[0].chunk_id)}`);
    expect([chunk.status, chunk.body.document_id], chunk.text).toEqual([200, id]);
    const deleted = await server.call("DELETE", at());
    expect([deleted.status, deleted.body.document_id], deleted.text).toEqual([200, id]);
    expect((await server.call("GET", at())).status).toBe(404);
  });
});

describe.each([".", "..", ".\u0007"])("the id %j, which no client can have in a path", (id) => {
  it("is taken for no document, file or mental model", async () => {
    expect((await server.call("PUT", bankPath("dots", ""), {})).status).toBe(200);
    for (const [path, body] of [
      ["/memories", { items: [{ content: "A fact." }, { content: "The pier is long.", document_id: id }] }],
      ["/memories", { items: [{ content: "The pier is long.", document_id: id }], async: true }],
      ["/mental-models", { id, name: "Pier", source_query: "How long is the pier?" }],
    ] as const) {
      const reply = await server.call("POST", bankPath("dots", path), body);
      expect([path, reply.status], reply.text).toEqual([path, 422]);
      expect(reply.text).toMatch(/is \\"\.{1,2}\\"|be \\"\.{1,2}\\"/u);
    }
    const file = await upload(server, "dots", [{ name: "pier.md", content: "The pier is long." }], {
      files_metadata: [{ document_id: id }],
    });
    expect([file.status, file.text]).toEqual([422, expect.stringContaining("document_id")]);
    expect((await server.call("GET", bankPath("dots", "/documents"))).body?.items ?? []).toEqual([]);
  });
});

describe("slashes that stand as they are", () => {
  it("reach the same document and chunk", async () => {
    await server.retain("slashes", [{ content: "Slashed ids are paths.", document_id: "Work/2026/note.md" }]);
    const raw = await server.call("GET", "/v1/default/banks/slashes/documents/Work/2026/note.md");
    expect(raw.body.id).toBe("Work/2026/note.md");
    const chunks = await server.call("GET", "/v1/default/banks/slashes/documents/Work/2026/note.md/chunks");
    const chunkId = chunks.body.items[0].chunk_id as string;
    expect(chunkId).toContain("/");
    expect((await server.call("GET", `/v1/default/chunks/${chunkId}`)).body.chunk_id).toBe(chunkId);
    expect((await server.call("DELETE", "/v1/default/banks/slashes/documents/Work/2026/note.md")).status).toBe(200);
  });

  it("an encoded /chunks is part of the id, a plain one is the route", async () => {
    await server.retain("slashes", [{ content: "Named like a route.", document_id: "a/chunks" }]);
    expect((await server.call("GET", "/v1/default/banks/slashes/documents/a%2Fchunks")).body.id).toBe("a/chunks");
    expect((await server.call("GET", "/v1/default/banks/slashes/documents/a/chunks")).status).toBe(404);
    expect((await server.call("GET", "/v1/default/banks/slashes/documents/a/chunks/chunks")).body.items[0].document_id).toBe("a/chunks");
  });
});

describe("chunk ids that two banks share", () => {
  it("lead to neither, but to where each is read", async () => {
    await server.retain("amb", [{ content: "The lighthouse keeper is Ada.", document_id: "b_c" }]);
    const only = await server.call("GET", "/v1/default/chunks/amb_b_c_0");
    expect([only.status, only.body?.bank_id, only.body?.document_id]).toEqual([200, "amb", "b_c"]);
    await server.retain("amb_b", [{ content: "The lighthouse keeper is Bea.", document_id: "c" }]);
    const both = await server.call("GET", "/v1/default/chunks/amb_b_c_0");
    expect([both.status, both.body.detail]).toEqual([409, expect.stringContaining("/documents/{document_id}/chunks")]);
    expect(both.text).not.toMatch(/Ada|Bea/);
    expect((await server.call("GET", "/v1/default/banks/amb/documents/b_c/chunks")).text).toContain("Ada");
    expect((await server.call("GET", "/v1/default/banks/amb_b/documents/c/chunks")).text).toContain("Bea");
  });

  it("of thousands of readings are answered with a 404 like any other", async () => {
    expect((await server.call("GET", `/v1/default/chunks/${"a_".repeat(7_000)}b_0`)).status).toBe(404);
  });
});
