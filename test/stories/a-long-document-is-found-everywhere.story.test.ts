import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import { type ScriptedLlm, startScriptedLlm } from "../../packages/engine/test/support/scripted-llm.js";
import { openServer, type TestServer } from "../support/server.js";
import { type StoryBank, story, storyBank } from "../support/story.js";

/** 88,000 characters, with a name of its own every 3,000. */
const MARKS = Array.from({ length: 30 }, (_, i) => `Quillon${i}`);
const TEXT = MARKS.map((mark) => `${"The wall by the water was painted again. ".repeat(71)}The keeper is called ${mark}.`).join(" ");

describe.each(["pglite", "postgres"] as const)("a long document that a language model reads, on %s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let calls = 0;
  let llm: ScriptedLlm;
  let server: TestServer;
  beforeAll(async () => {
    if (!isThere) return;
    llm = await startScriptedLlm(({ body }) => {
      const names = [...new Set(JSON.stringify(body.messages).match(/Quillon\d+/g))];
      if (names.length === 0) return { text: "ready" };
      calls += 1;
      return { json: { facts: names.map((name) => ({ what: `A keeper is called ${name}`, fact_type: "world", entities: [name] })) } };
    });
    server = await openServer(llm.env, engine);
  });
  afterAll(async () => {
    await server?.close();
    await llm?.close();
  });

  async function requireWhole(bank: StoryBank): Promise<void> {
    for (const mark of MARKS) expect((await bank.recallTexts(`Who is called ${mark}?`))[0]).toContain(`called ${mark}`);
    const document = (await bank.get("/documents/walls")).body;
    expect(document.original_text).toBe(TEXT);
    const chunks = (await bank.get("/documents/walls/chunks?limit=1000")).body.items as readonly { readonly chunk_index: number }[];
    expect(chunks.map((chunk) => chunk.chunk_index)).toEqual(chunks.map((_, index) => index));
    expect(calls).toBe(chunks.length);
    expect(calls).toBeLessThanOrEqual(Math.ceil(TEXT.length / 2_900));
  }

  it.skipIf(!isThere)("is found everywhere when its caller waits, and the reply says what it cost", { timeout: 120_000 }, async () => {
    calls = 0;
    const bank = storyBank(server);
    const reply = await bank.retain(TEXT, { document_id: "walls" });
    expect(reply.body.usage.total_tokens).toBeGreaterThan(0);
    await requireWhole(bank);
    const again = await bank.retain(TEXT, { document_id: "walls", tags: ["painted"] });
    expect(again.body).toMatchObject({ usage: { total_tokens: 0 }, receipt: { stored: 0, removed: 0 } });
    expect((await bank.recallTexts("Who is called Quillon7?", { tags: ["painted"], tags_match: "all_strict" }))[0]).toContain("Quillon7");
  });

  it.skipIf(!isThere)("is found everywhere when it was queued, and can be read again", { timeout: 120_000 }, async () => {
    calls = 0;
    const bank = storyBank(server);
    const id = await bank.retainLater([{ content: TEXT, document_id: "walls" }]);
    await server.idle();
    const operation = (await bank.get(`/operations/${id}`)).body;
    expect(operation).toMatchObject({ status: "completed", result_metadata: { items_count: 1, extraction_errors_count: 0 } });
    expect(operation.result_metadata.unit_ids_count).toBeGreaterThanOrEqual(MARKS.length);
    await requireWhole(bank);
    const before = calls;
    const reply = await bank.call("POST", "/documents/walls/reprocess");
    expect([reply.status, reply.body.success, reply.body.items_count]).toEqual([200, true, 1]);
    await server.idle();
    expect((await bank.get(`/operations/${reply.body.operation_id as string}`)).body.status).toBe("completed");
    expect(calls).toBe(2 * before);
    expect((await bank.call("POST", "/documents/nowhere/reprocess")).status).toBe(404);
  });
});

story(
  "a long document that nobody but the server reads is found everywhere, waited for and queued",
  async ({ newBank }) => {
    for (const isQueued of [false, true]) {
      const bank = newBank();
      if (isQueued) {
        const id = await bank.retainLater([{ content: TEXT, document_id: "walls" }]);
        await expect.poll(async () => (await bank.get(`/operations/${id}`)).body.status, { timeout: 120_000 }).toBe("completed");
      } else await bank.retain(TEXT, { document_id: "walls" });
      for (const mark of MARKS) expect((await bank.recallTexts(`Who is called ${mark}?`))[0]).toContain(`called ${mark}`);
      expect((await bank.get("/documents/walls")).body.original_text).toBe(TEXT);
      const chunks = (await bank.get("/documents/walls/chunks?limit=1000")).body.items as readonly { readonly chunk_index: number }[];
      expect(chunks.length).toBeGreaterThanOrEqual(MARKS.length - 1);
      expect(chunks.map((chunk) => chunk.chunk_index)).toEqual(chunks.map((_, index) => index));
      expect((await bank.recallTexts("Who is called Quillon99?")).join()).not.toContain("Quillon99"); // control
      await bank.call("DELETE", ""); // what waits for its vector need not be computed
    }
  },
  120_000,
);
