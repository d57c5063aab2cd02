import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { sql } from "../../src/store/db.js";
import { readDocumentText } from "../../src/store/documents/read-document-text.js";
import { DATABASES } from "../support/database.js";
import { openEngine, type StoredMemory, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

describe.each(DATABASES)("documents on $name", (database) => {
  let engine: TestEngine;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder() });
  });
  afterAll(() => engine.close());

  const freshBank = (): Promise<BankScope> => engine.bank(`documents-${banks++}`);
  const idsOf = (memories: readonly StoredMemory[]): readonly string[] => memories.map((memory) => memory.id);
  const textsOf = async (bank: BankScope): Promise<readonly string[]> => (await engine.memories(bank)).map((memory) => memory.text);

  /** A page of three chunks of about 2,000 characters each; the middle one is told by `middle`. */
  const page = (middle: string): string =>
    ["harbour", middle, "lighthouse"].map((place) => `# About the ${place}\n\n${sentencesAbout(place)}`).join("\n\n");
  const sentencesAbout = (place: string): string =>
    Array.from({ length: 28 }, (_, i) => `Fact ${i} about the ${place} says that its wall number ${i * 7} is old and grey.`).join(" ");

  test("items without an id are one document, made up", async () => {
    const bank = await freshBank();
    const { receipt } = await engine.retain(bank, [{ content: "The sky is blue." }, { content: "Water boils at 100 degrees." }]);
    const ids = new Set(receipt?.items.map((item) => item.documentId));
    expect(ids.size).toBe(1);
    expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await engine.count(bank, "document")).toBe(1);
    expect(await readDocumentText(engine.db, bank, [...ids][0] as string)).toBe("The sky is blue.\nWater boils at 100 degrees.");
  });

  test("one id holds for all items; several ids leave the others to themselves", async () => {
    const bank = await freshBank();
    const one = await engine.retain(bank, [{ content: "First.", documentId: "a" }, { content: "Second." }]);
    expect(one.receipt?.items.map((item) => item.documentId)).toEqual(["a", "a"]);
    const several = await engine.retain(bank, [
      { content: "Third.", documentId: "b" },
      { content: "Fourth.", documentId: "c" },
      { content: "Fifth." },
      { content: "Sixth." },
    ]);
    const documents = several.receipt?.items.map((item) => item.documentId) ?? [];
    expect(documents.slice(0, 2)).toEqual(["b", "c"]);
    expect(new Set(documents).size).toBe(4);
    expect(await engine.count(bank, "document")).toBe(5);
  });

  test("a repeated id is folded in a synchronous call and refused in an asynchronous one", async () => {
    const bank = await freshBank();
    const items = ["one", "two", "three"].map((word) => ({ content: `Chapter ${word} begins.`, documentId: "book" }));
    await expect(engine.retain(bank, items, { async: true })).rejects.toMatchObject({ code: "bad_argument", status: 400 });
    expect(await engine.count(bank, "document")).toBe(0);
    await engine.retain(bank, items);
    expect(await textsOf(bank)).toEqual(["Chapter one begins.", "Chapter two begins.", "Chapter three begins."]);
    expect(await engine.count(bank, "document")).toBe(1);
  });

  test("retaining a document again replaces it, and its creation stays", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "The wifi password is tulip-42.", documentId: "notes" }]);
    const created = await times(bank, "notes");
    const { receipt } = await engine.retain(bank, [{ content: "The wifi password is rose-77.", documentId: "notes" }]);
    expect(receipt).toMatchObject({ stored: 1, removed: 1, items: [{ outcome: "updated", documentId: "notes", removed: 1 }] });
    expect(await textsOf(bank)).toEqual(["The wifi password is rose-77."]);
    const now = await times(bank, "notes");
    expect(now.created_at).toEqual(created.created_at);
    expect(now.updated_at.getTime()).toBeGreaterThan(created.updated_at.getTime());
    const { rows } = await engine.db.query<{ n: number }>(
      sql`SELECT count(*) AS n FROM posting WHERE bank_id = ${bank.key} AND term LIKE '%tulip%'`,
    );
    expect(rows[0]?.n).toBe(0);
  });

  test("a changed page keeps the memories of its other chunks", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: page("market"), documentId: "page" }]);
    const before = await engine.memories(bank);
    const { receipt } = await engine.retain(bank, [{ content: page("castle"), documentId: "page" }]);
    const after = await engine.memories(bank);
    const about = (place: string, list: readonly StoredMemory[]) => list.filter((memory) => memory.text.includes(place));
    expect(about("harbour", before).length).toBeGreaterThan(0);
    expect(idsOf(about("harbour", after))).toEqual(idsOf(about("harbour", before)));
    expect(idsOf(about("lighthouse", after))).toEqual(idsOf(about("lighthouse", before)));
    expect(about("market", after)).toEqual([]);
    expect(about("castle", after).length).toBeGreaterThan(0);
    expect(receipt?.removed).toBe(about("market", before).length);
    const inOrder = [...after].sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    expect(inOrder.map((memory) => memory.position)).toEqual(inOrder.map((_, index) => index));
    expect(inOrder.map((memory) => memory.chunk_index)).toEqual([...inOrder.map((memory) => memory.chunk_index)].sort());
  });

  test("one sentence changed in a chunk leaves the other sentences their memories", async () => {
    const bank = await freshBank();
    const turns = (last: string): string => `Ann: Where do you live?\nBob: In Delft, near the canal.\nAnn: ${last}`;
    await engine.retain(bank, [{ content: turns("Nice."), documentId: "talk" }]);
    const before = await engine.memories(bank);
    await engine.retain(bank, [{ content: turns("How long have you been there?"), documentId: "talk" }]);
    const after = await engine.memories(bank);
    expect(before).toHaveLength(3);
    expect(idsOf(after.slice(0, 2))).toEqual(idsOf(before.slice(0, 2)));
    expect(after[2]?.id).not.toBe(before[2]?.id);
    expect(after.map((memory) => memory.position)).toEqual([0, 1, 2]);
  });

  test("an unchanged document changes its tags and metadata alone", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: page("market"), documentId: "page", tags: ["old"], metadata: { author: "ann" } }]);
    const before = await engine.memories(bank);
    const { receipt } = await engine.retain(bank, [
      { content: page("market"), documentId: "page", tags: ["new"], metadata: { author: "bob" } },
    ]);
    const after = await engine.memories(bank);
    expect(receipt).toMatchObject({ stored: 0, removed: 0, items: [{ outcome: "unchanged" }] });
    expect(idsOf(after)).toEqual(idsOf(before));
    expect(after.every((memory) => memory.tags[0] === "new" && memory.metadata.author === "bob")).toBe(true);
    expect(after[0]?.mentioned_at).toEqual(before[0]?.mentioned_at);
  });

  test("a shorter document loses the memories and chunks of what is gone", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: page("market"), documentId: "page" }]);
    const chunks = await engine.count(bank, "chunk");
    const firstChunk = page("market").slice(0, page("market").indexOf("# About the market")).trim();
    await engine.retain(bank, [{ content: firstChunk, documentId: "page" }]);
    expect(chunks).toBeGreaterThan(1);
    expect(await engine.count(bank, "chunk")).toBe(1);
    expect((await textsOf(bank)).some((text) => text.includes("lighthouse"))).toBe(false);
    expect((await textsOf(bank)).some((text) => text.includes("harbour"))).toBe(true);
  });

  test("an append touches nothing that is there", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [
      { content: "Ann: Hello.\nBob: Hi, how are you?", documentId: "talk", tags: ["a"], timestamp: "2024-05-01T10:00:00Z" },
    ]);
    const before = await engine.memories(bank);
    await engine.retain(bank, [
      { content: "Ann: Very well.", documentId: "talk", updateMode: "append", tags: ["a"], timestamp: "2024-05-01T10:05:00Z" },
    ]);
    const after = await engine.memories(bank);
    expect(after.slice(0, 2)).toEqual(before);
    expect(after[2]).toMatchObject({ text: "Ann: Very well.", position: 2, run_no: before[0]?.run_no, chunk_index: 0 });
    expect(after[2]?.mentioned_at).toEqual(new Date("2024-05-01T10:05:00Z"));
    expect(await readDocumentText(engine.db, bank, "talk")).toBe("Ann: Hello.\nBob: Hi, how are you?\nAnn: Very well.");
  });

  test("an append to a document that is not there begins it", async () => {
    const bank = await freshBank();
    const { receipt } = await engine.retain(bank, [{ content: "Begun by an append.", documentId: "new", updateMode: "append" }]);
    expect(receipt).toMatchObject({ stored: 1, items: [{ outcome: "stored", documentId: "new" }] });
  });

  test("an append without a document id is refused", async () => {
    const bank = await freshBank();
    await expect(engine.retain(bank, [{ content: "To what?", updateMode: "append" }])).rejects.toMatchObject({
      code: "bad_argument",
      status: 400,
    });
  });

  test("appended arrays of messages become one array", async () => {
    const bank = await freshBank();
    const first = JSON.stringify([{ role: "user", content: "What is the capital of France?" }]);
    const second = JSON.stringify([{ role: "assistant", content: "Paris." }]);
    await engine.retain(bank, [{ content: first, documentId: "chat" }]);
    await engine.retain(bank, [{ content: second, documentId: "chat", updateMode: "append" }]);
    expect(JSON.parse((await readDocumentText(engine.db, bank, "chat")) ?? "")).toEqual([
      { role: "user", content: "What is the capital of France?" },
      { role: "assistant", content: "Paris." },
    ]);
    const memories = await engine.memories(bank);
    expect(memories.map(({ role, position }) => [role, position])).toEqual([
      ["user", 0],
      ["assistant", 1],
    ]);
    expect(await engine.count(bank, "chunk")).toBe(1);
  });

  test("twenty appends at once lose nothing", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Ann: Zero.", documentId: "log" }]);
    const lines = Array.from({ length: 20 }, (_, i) => `Bob: Line ${i} of twenty.`);
    await Promise.all(lines.map((content) => engine.retain(bank, [{ content, documentId: "log", updateMode: "append" }])));
    const text = (await readDocumentText(engine.db, bank, "log")) ?? "";
    expect(text.split("\n")).toHaveLength(21);
    for (const line of lines) expect(text).toContain(line);
    const memories = await engine.memories(bank);
    expect(memories).toHaveLength(21);
    expect(memories.map((memory) => memory.position).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 21 }, (_, i) => i));
    const inText = text.split("\n");
    const inRun = [...memories].sort((a, b) => (a.position ?? 0) - (b.position ?? 0)).map((memory) => memory.text);
    expect(inRun).toEqual(inText);
  });

  test("replaces and appends that race leave one of the true histories", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Version 0.", documentId: "d" }]);
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 3 === 0
          ? engine.retain(bank, [{ content: `Version ${i}.`, documentId: "d" }])
          : engine.retain(bank, [{ content: `Addition ${i}.`, documentId: "d", updateMode: "append" }]),
      ),
    );
    const text = (await readDocumentText(engine.db, bank, "d")) ?? "";
    const lines = text.split("\n");
    expect(lines[0]).toMatch(/^Version \d+\.$/);
    expect(lines.slice(1).every((line) => line.startsWith("Addition"))).toBe(true);
    expect([...(await textsOf(bank))].sort()).toEqual([...lines].sort());
  });

  test("queued writes to one document are done in the order in which they were sent", async () => {
    const bank = await freshBank();
    await engine.retain(bank, [{ content: "Version one.", documentId: "d" }], { async: true });
    await engine.retain(bank, [{ content: "Addition.", documentId: "d", updateMode: "append" }], { async: true });
    await engine.retain(bank, [{ content: "Version two.", documentId: "d" }], { async: true });
    await engine.retain(bank, [{ content: "Last words.", documentId: "d", updateMode: "append" }], { async: true });
    await engine.idle();
    expect(await readDocumentText(engine.db, bank, "d")).toBe("Version two.\nLast words.");
    expect(await textsOf(bank)).toEqual(["Version two.", "Last words."]);
  });

  test("who is named in the old and the new version stays the same entity", async () => {
    const bank = await freshBank();
    const annOf = async () =>
      (
        await engine.db.query<{ id: string; n: number }>(
          sql`SELECT id, mention_count AS n FROM entity WHERE bank_id = ${bank.key} AND canonical_name = 'Ann Miller'`,
        )
      ).rows;
    const item = (content: string) => [
      { content, documentId: "d", entities: [{ text: "Ann Miller", type: "person" }], resolveEntities: false },
    ];
    await engine.retain(bank, item("Ann Miller lives in Delft."));
    const before = await annOf();
    await engine.retain(bank, item("Ann Miller lives in Leiden."));
    expect(before).toHaveLength(1);
    expect(await annOf()).toEqual(before);
    expect(before[0]?.n).toBe(1);
  });

  test("document tags reach every item, and the document has the tags of all", async () => {
    const bank = await freshBank();
    await engine.retain(
      bank,
      [
        { content: "Red is warm.", documentId: "colours", tags: ["red"] },
        { content: "Blue is cold.", documentId: "colours", tags: ["blue", "all"] },
      ],
      { documentTags: ["all", "colour"] },
    );
    expect((await engine.memories(bank)).map((memory) => memory.tags)).toEqual([
      ["red", "all", "colour"],
      ["blue", "all", "colour"],
    ]);
    const { rows } = await engine.db.query<{ tags: string[] }>(sql`SELECT tags FROM document WHERE bank_id = ${bank.key}`);
    expect([...(rows[0]?.tags ?? [])].sort()).toEqual(["all", "blue", "colour", "red"]);
  });

  async function times(bank: BankScope, id: string): Promise<{ created_at: Date; updated_at: Date }> {
    const { rows } = await engine.db.query<{ created_at: Date; updated_at: Date }>(
      sql`SELECT created_at, updated_at FROM document WHERE bank_id = ${bank.key} AND document_id = ${id}`,
    );
    return rows[0] as { created_at: Date; updated_at: Date };
  }
});
