// Stories of facts that are said more than once: one memory with all its sources.

import { describe, expect, test } from "vitest";
import { sql } from "../../src/store/db.js";
import { getDocument } from "../../src/store/documents/get-document.js";
import { listMemories } from "../../src/store/memories/list-memories.js";
import { DATABASES } from "../support/database.js";
import { everyRow } from "../support/filled-bank.js";
import { sayingAgain } from "./saying-again.js";

describe.each(DATABASES)("facts that are said again on $name", (database) => {
  const { said, models, encoder, freshBank, put, texts, only, shown, sourcesOf, forget, entities, requireWhole } = sayingAgain(database);

  test("a fact of two documents is one memory with both sources, and the receipt and the memory say so", async () => {
    await freshBank();
    const first = await put("a", "Ann moved to Delft. @ Ann, Delft", { timestamp: "2024-05-01T10:00:00Z" });
    const second = await put("b", "ann moved to  Delft @ Ann", { timestamp: "2024-06-01T10:00:00Z" });
    const memory = await only();
    expect(memory).toMatchObject({ document_id: "a", text: "Ann moved to Delft.", run_no: null, position: null });
    expect(first).toMatchObject({ stored: 1, collapsed: 0, items: [{ collapsedInto: [] }] });
    expect(second).toMatchObject({ stored: 0, collapsed: 1 });
    expect(second?.items[0]).toMatchObject({ outcome: "collapsed", documentId: "b", memoryIds: [memory.id], collapsedInto: [memory.id] });
    const { sources, mentionedAt, proofCount } = await shown(memory.id);
    expect(sources).toEqual([
      { documentId: "a", chunkId: `${said.bank.bankId}_a_0`, mentionedAt: new Date("2024-05-01T10:00:00Z") },
      { documentId: "b", chunkId: `${said.bank.bankId}_b_0`, mentionedAt: new Date("2024-06-01T10:00:00Z") },
    ]);
    expect([mentionedAt, proofCount]).toEqual([new Date("2024-05-01T10:00:00Z"), 1]);
    expect(memory.last_mentioned_at).toEqual(new Date("2024-06-01T10:00:00Z")); // of two that say otherwise, the newer holds
    expect(await entities()).toEqual(["Ann 1", "Delft 1"]);
    await put("c", "Ann left Delft. @ Ann, Delft");
    expect(await said.engine.count(said.bank, "memory")).toBe(2); // control: something else is something else
    expect(await sourcesOf(memory.id)).toEqual(["a", "b"]);
    await requireWhole();
  });

  test.each([
    ["a negation", "Ann has not moved to Delft", "Ann has moved to Delft", {}, {}],
    ["a number", "Room 12 is free", "Room 13 is free", {}, {}],
    ["a name", "Maria called", "Mario called", {}, {}],
    ["the day on which it happened", "Ann moved ~ 2024-05-03", "Ann moved ~ 2024-05-04", {}, {}],
    ["whether the day is known", "Ann moved ~ 2024-05-03", "Ann moved", {}, {}],
    ["a label that is a tag", "Ann moved # work", "Ann moved # home", {}, {}],
    ["the tags", "Ann moved", "Ann moved", { tags: ["x"] }, { tags: ["y"] }],
    ["the observation scopes", "Ann moved", "Ann moved", { observationScopes: "shared" }, {}],
  ] as const)("what differs in %s is another memory", async (_, one, other, as, asOther) => {
    await freshBank();
    await put("a", one, as);
    await put("b", other, asOther);
    expect(await said.engine.count(said.bank, "memory")).toBe(2);
    await put("c", other, asOther);
    expect(await said.engine.count(said.bank, "memory")).toBe(2); // control: the same again is not
  });

  test("context and metadata may differ, and each source keeps its own", async () => {
    await freshBank();
    await put("a", "Ann moved.", { context: "secret talks", metadata: { source: "mail" } });
    await put("b", "Ann moved.", { context: "team chat", metadata: { source: "chat" } });
    expect(await only()).toMatchObject({ document_id: "a", context: "secret talks", metadata: { source: "mail" } });
    await forget("a");
    expect(await only()).toMatchObject({ document_id: "b", context: "team chat", metadata: { source: "chat" } });
    await requireWhole();
  });

  test("a fact that is said twice in a document, in one chunk or in two, is one memory", async () => {
    await freshBank({ retain_chunk_size: 600 });
    const filler = (name: string) => Array.from({ length: 12 }, (_, at) => `${name} said word number ${at} of the day`).join("\n");
    const receipt = await put("a", `Ann moved.\nAnn moved!\n${filler("Bob")}\n\nAnn moved.\n${filler("Eve")}`);
    const all = await said.engine.memories(said.bank);
    const moved = all.filter(({ text }) => text.startsWith("Ann moved"));
    expect(moved).toHaveLength(1);
    expect(all).toHaveLength(25);
    expect(receipt).toMatchObject({ stored: 25, collapsed: 2 });
    expect(new Set((await shown(moved[0]?.id ?? "")).sources.map(({ chunkId }) => chunkId)).size).toBe(2);
    expect((await getDocument(said.engine.db, said.bank, "a"))?.memoryCount).toBe(25);
    await requireWhole();
    await put("a", `Ann moved.\n${filler("Bob")}`); // the second place is gone, the first is read anew
    expect((await said.engine.memories(said.bank)).filter(({ text }) => text.startsWith("Ann moved"))).toHaveLength(1);
    await requireWhole();
  });

  test("a memory outlives the document that it came from, in the words of the one that is left, and goes with the last", async () => {
    await freshBank();
    await put("a", "Ann is living in Delft. @ Ann, Xenia", { context: "kitchen", timestamp: "2024-05-01T10:00:00Z" });
    await put("b", "Ann lives in Delft. @ Ann, Yoko", { timestamp: "2024-06-01T10:00:00Z" });
    const { id } = await only();
    await said.engine.idle();
    expect(await entities()).toEqual(["Ann 1", "Xenia 1", "Yoko 1"]);
    const forgotten = await forget("a");
    expect(forgotten).toMatchObject({ memories: 0 });
    expect(await only()).toMatchObject({
      id,
      document_id: "b",
      text: "Ann lives in Delft.",
      context: null,
      mentioned_at: new Date("2024-06-01T10:00:00Z"),
    });
    expect(await entities()).toEqual(["Ann 1", "Yoko 1"]);
    const rows = Object.values(await everyRow(said.engine.db, said.bank.key))
      .flat()
      .filter((row) => !row.includes("retain")) // operations and traces are not the document's
      .join("\n");
    expect(rows).not.toMatch(/living|kitchen|Xenia/u);
    expect(rows).toMatch(/lives/u); // control
    await requireWhole();
    await said.engine.idle();
    expect(await said.engine.count(said.bank, "memory_vector")).toBe(1);
    expect(await sourcesOf(id)).toEqual(["b"]);
    expect(await forget("b")).toMatchObject({ memories: 1 });
    expect(await said.engine.count(said.bank, "memory")).toBe(0);
    expect(await entities()).toEqual([]);
    await requireWhole();
  });

  test("a vector that is on its way when the wording changes is not taken for the new one's", async () => {
    await freshBank();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { embedPassages } = encoder;
    const asked = new Promise<void>((resolve) => {
      encoder.embedPassages = async (all) => {
        resolve();
        await gate;
        return embedPassages(all);
      };
    });
    try {
      await said.engine.retain(said.bank, [{ content: "Ann is living in Delft.", documentId: "a" }], { async: true });
      await said.engine.operations?.idle();
      await said.engine.retain(said.bank, [{ content: "Ann lives in Delft.", documentId: "b" }], { async: true });
      await said.engine.operations?.idle();
      await asked;
      await forget("a");
      expect((await only()).text).toBe("Ann lives in Delft."); // control: it has the other wording now
    } finally {
      encoder.embedPassages = embedPassages;
      open();
    }
    await said.engine.idle();
    const { rows } = await said.engine.db.query<{ cosine: number }>(sql`
      SELECT 1 - (embedding <=> ${JSON.stringify([...((await embedPassages(["Ann lives in Delft."]))[0] ?? [])])}::vector) AS cosine
      FROM memory_vector WHERE bank_id = ${said.bank.key}`);
    expect(rows.map(({ cosine }) => Number(cosine.toFixed(4)))).toEqual([1]);
  });

  test("deleting a further source leaves the memory at home", async () => {
    await freshBank();
    await put("a", "Ann moved. @ Ann");
    await put("b", "Ann moved. @ Ann, Zoe");
    await put("c", "Ann moved. @ Ann");
    const { id } = await only();
    await forget("b");
    expect(await sourcesOf(id)).toEqual(["a", "c"]);
    expect(await entities()).toEqual(["Ann 1"]);
    await forget("c");
    expect(await only()).toMatchObject({ id, document_id: "a" });
    expect(await sourcesOf(id)).toEqual(["a"]);
    await requireWhole();
  });

  test("documents count and list the memories that they state, wherever these are at home", async () => {
    await freshBank();
    await put("a", "Ann moved.\nBob stayed.");
    await put("b", "Ann moved.\nCarl came.");
    const of = async (documentId: string) =>
      (await listMemories(said.engine.db, said.bank, { documentId, limit: 10, offset: 0 })).map(({ text }) => text).sort();
    expect(await of("a")).toEqual(["Ann moved.", "Bob stayed."]);
    expect(await of("b")).toEqual(["Ann moved.", "Carl came."]);
    expect(await getDocument(said.engine.db, said.bank, "b")).toMatchObject({ memoryCount: 2, nodesByKind: { world: 2 } });
    expect(await getDocument(said.engine.db, said.bank, "a")).toMatchObject({ memoryCount: 2, nodesByKind: { world: 2 } });
    expect(await said.engine.count(said.bank, "memory")).toBe(3); // control: none is counted into another
  });

  test("a document that is sent again finds what it states, at home and elsewhere, and pays for nothing", async () => {
    await freshBank();
    await put("a", "Ann moved.");
    await put("b", "Ann moved.\nCarl came.");
    const before = await said.engine.memories(said.bank);
    const calls = models.requests.length;
    for (const id of ["b", "a", "b"]) await put(id, id === "a" ? "Ann moved." : "Ann moved.\nCarl came.", { metadata: { v: "2" } });
    expect(models.requests.length).toBe(calls);
    expect((await said.engine.memories(said.bank)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const moved = before[0]?.id ?? "";
    expect(await sourcesOf(moved)).toEqual(["a", "b"]);
    await requireWhole();
    await forget("a");
    expect((await shown(moved)).metadata).toEqual({ v: "2" }); // what "b" last said of it
    await requireWhole();
  });

  test("a new version that does not state the fact any more is no source of it", async () => {
    await freshBank();
    await put("a", "Ann moved. @ Ann");
    await put("b", "Ann moved. @ Ann\nCarl came. @ Carl");
    const moved = (await said.engine.memories(said.bank))[0]?.id ?? "";
    await put("b", "Carl came. @ Carl\nDora left. @ Dora");
    expect(await sourcesOf(moved)).toEqual(["a"]);
    await requireWhole();
    await put("b", "Ann moved! @ Ann");
    expect(await sourcesOf(moved)).toEqual(["a", "b"]);
    await put("a", "Something else.");
    expect(await shown(moved)).toMatchObject({ documentId: "b", text: "Ann moved!" });
    expect(await texts()).toEqual(["Ann moved!", "Something else."]);
    expect(await entities()).toEqual(["Ann 1"]);
    await requireWhole();
  });

  test("a chunk that moves takes its source along", async () => {
    await freshBank({ retain_chunk_size: 600 });
    const page = (name: string) => Array.from({ length: 12 }, (_, at) => `${name} said word number ${at} of the day`).join("\n");
    await put("a", "Ann moved.");
    await put("b", `${page("Bob")}\n\nAnn moved.\n${page("Eve")}`);
    const moved = (await said.engine.memories(said.bank))[0]?.id ?? "";
    expect((await shown(moved)).sources.map(({ chunkId }) => chunkId)).toEqual([`${said.bank.bankId}_a_0`, `${said.bank.bankId}_b_1`]);
    await put("b", `Ann moved.\n${page("Eve")}`);
    expect((await shown(moved)).sources.map(({ chunkId }) => chunkId)).toEqual([`${said.bank.bankId}_a_0`, `${said.bank.bankId}_b_0`]);
    await requireWhole();
  });
});
