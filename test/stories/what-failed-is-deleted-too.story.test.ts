// What a retain that failed or was cancelled keeps for a retry goes with the document that it was for, also when that was never stored.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPostgresUrl } from "../../packages/engine/test/support/database.js";
import type { LlmCall, LlmReply } from "../../packages/engine/test/support/scripted-llm.js";
import { openScriptedServer, type ScriptedServer } from "../support/scripted-server.js";
import type { Reply, TestServer } from "../support/server.js";
import { type StoryBank, storyBank } from "../support/story.js";
import type { Tables } from "../support/tables.js";
import { upload } from "../support/upload.js";

const SECRET = "The quokka is secret.";

describe.each(["pglite", "postgres"] as const)("%s", (engine) => {
  const isThere = engine === "pglite" || testPostgresUrl() !== null;
  let opened: ScriptedServer;
  let server: TestServer;
  let tables: Tables;
  let bank: StoryBank;
  /** Texts with this word are refused. */
  let refused = "quokka";
  let slow: Promise<void> | null = null;
  beforeAll(async () => {
    if (!isThere) return;
    const read = async ({ content }: LlmCall): Promise<LlmReply> => {
      if (content.includes("slow")) await slow;
      if (content.includes(refused)) return { status: 400, message: "no" };
      return { json: { facts: content.split("\n").map((what) => ({ what, fact_type: "world", entities: [] })) } };
    };
    const env = { HINDSIGHT_API_LLM_MAX_RETRIES: "0", HINDSIGHT_API_WORKER_MAX_RETRIES: "0" };
    opened = await openScriptedServer(read, engine, { env });
    ({ server, tables } = opened);
  });
  afterAll(() => opened?.close());
  beforeEach(() => {
    refused = "quokka";
    if (isThere) bank = storyBank(server);
  });
  const tell = (sentence: string, story: () => Promise<void>): void => {
    it.skipIf(!isThere)(sentence, { timeout: 120_000 }, story);
  };

  async function fails(items: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
    const id = await bank.retainLater(items);
    await server.idle();
    expect((await shown(id)).body.status).toBe("failed");
    expect(await everywhere()).toMatch(/quokka/u); // control
    return id;
  }
  const shown = (id: string): Promise<Reply> => bank.get(`/operations/${id}?include_payload=true`);
  const everywhere = async (): Promise<string> =>
    Object.values(await tables.rows(bank.id))
      .flat()
      .join("\n");
  async function nothingIsLeft(id: string): Promise<void> {
    expect((await shown(id)).text).not.toContain("quokka");
    expect(await everywhere()).not.toContain("quokka");
    refused = "nothing";
    const retried = await bank.call("POST", `/operations/${id}/retry`);
    expect([retried.status, retried.body.detail]).toEqual([409, expect.stringContaining("was deleted with its document")]);
    await server.idle();
    expect(await everywhere()).not.toContain("quokka");
  }

  tell("a document that was never stored: 404, and its text is nowhere", async () => {
    const id = await fails([{ content: SECRET, document_id: "d1" }]);
    expect((await bank.deleteDocument("d2")).status).toBe(404);
    expect((await shown(id)).text).toContain("quokka"); // control: another's deletion takes nothing
    expect((await bank.deleteDocument("d1")).status).toBe(404);
    await nothingIsLeft(id);
  });

  tell("a document to which nothing could be appended", async () => {
    await bank.retain("The pier is long.", { document_id: "d1" });
    const id = await fails([{ content: SECRET, document_id: "d1", update_mode: "append" }]);
    expect((await bank.deleteDocument("d1")).status).toBe(200);
    await nothingIsLeft(id);
  });

  tell("a retain that was cancelled can be retried, until its document is deleted", async () => {
    refused = "nothing";
    let goOn = (): void => undefined;
    slow = new Promise((resolve) => {
      goOn = resolve;
    });
    await bank.retainLater([{ content: "The slow pier is long.", document_id: "d1" }]);
    const id = await bank.retainLater([{ content: SECRET, document_id: "d1", update_mode: "append" }]); // waits for the other
    expect((await bank.call("DELETE", `/operations/${id}`)).status).toBe(200);
    goOn();
    await server.idle();
    expect((await shown(id)).body).toMatchObject({ status: "cancelled" });
    expect((await shown(id)).text).toContain("quokka"); // it can be retried
    expect((await bank.deleteDocument("d1")).status).toBe(200);
    await nothingIsLeft(id);
  });

  tell("all memories of a bank", async () => {
    const one = await fails([{ content: SECRET, document_id: "d1" }]);
    const other = await fails([{ content: "A quokka has no name." }]);
    expect((await bank.call("DELETE", "/memories")).status).toBe(200);
    await nothingIsLeft(one);
    await nothingIsLeft(other);
  });

  tell("one of several documents: the others are retried without it", async () => {
    const items = [
      { content: "The pier is long.", document_id: "pier" },
      { content: SECRET, document_id: "d1" },
      { content: "The emu is grey.", document_id: "emu" },
      { content: "The mill is old.", document_id: "mill" },
    ];
    refused = "emu";
    const id = await bank.retainLater(
      items.map((item) => (item.document_id === "d1" ? { ...item, content: `${SECRET} Like the emu.` } : item)),
    );
    await server.idle();
    expect((await shown(id)).body.status).toBe("failed");
    expect((await bank.deleteDocument("d1")).status).toBe(404);
    expect((await bank.deleteDocument("pier")).status).toBe(200);
    expect(await everywhere()).not.toMatch(/quokka|The pier/u);
    refused = "nothing";
    expect((await bank.call("POST", `/operations/${id}/retry`)).status).toBe(200);
    await server.idle();
    expect((await shown(id)).body).toMatchObject({ status: "completed" });
    const { items: stored } = (await bank.get("/documents")).body;
    expect(stored.map((document: { readonly id: string }) => document.id).sort()).toEqual(["emu", "mill"]);
  });

  tell("one of several, of which the rest is stored: nothing is left to retry", async () => {
    const id = await fails([
      { content: "The pier is long.", document_id: "pier" },
      { content: SECRET, document_id: "d1" },
    ]);
    expect((await bank.deleteDocument("d1")).status).toBe(404);
    await nothingIsLeft(id);
    expect((await bank.get("/documents")).body.items).toHaveLength(1);
  });

  tell("what was read of a long document before it failed", async () => {
    const filler = Array.from({ length: 120 }, (_, n) => `The wombat of burrow ${n} digs at night and sleeps by day.`).join("\n");
    const kept = async (): Promise<number> => (await tables.rows(bank.id)).extraction?.length ?? 0;
    await bank.retain("The pier is long.", { document_id: "pier" });
    const id = await fails([{ content: `${filler}\n${SECRET}`, document_id: "d1" }]);
    expect(await kept()).toBeGreaterThan(0);
    expect((await bank.call("DELETE", "/memories?type=world")).status).toBe(200);
    expect(await kept()).toBe(0); // facts of that kind are among it; the text stays, as those of documents do
    expect((await bank.call("POST", `/operations/${id}/retry`)).status).toBe(200);
    await server.idle();
    expect(await kept()).toBeGreaterThan(0);
    expect((await bank.deleteDocument("d1")).status).toBe(404);
    expect(await everywhere()).not.toContain("wombat");
    await nothingIsLeft(id);
  });

  tell("a call that a model refused is recorded without the words", async () => {
    expect((await bank.call("POST", "/memories", { items: [{ content: SECRET, document_id: "d1" }] })).status).toBe(502);
    await server.idle(); // what is recorded is written
    expect(await everywhere()).toContain("quokka"); // control
    await bank.deleteDocument("d1");
    expect(await everywhere()).not.toContain("quokka");
  });

  tell("a file that could not be read", async () => {
    expect((await bank.call("PUT", "", {})).status).toBe(200);
    const reply = await upload(server, bank.id, [{ name: "quokka.pdf", content: "no pdf" }], {
      files_metadata: [{ document_id: "d1", context: SECRET }],
    });
    const [id] = reply.body.operation_ids as readonly string[];
    await server.idle();
    expect((await shown(id ?? "")).body.status).toBe("failed");
    expect((await bank.deleteDocument("d1")).status).toBe(404);
    expect((await shown(id ?? "")).text).not.toContain(SECRET);
    expect((await bank.call("POST", `/operations/${id}/retry`)).status).toBe(409);
  });
});
