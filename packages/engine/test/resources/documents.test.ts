import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DocumentFilter } from "../../src/domain/resources.js";
import { type Database, sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { FILLED, fillBank } from "../support/filled-bank.js";
import { resourcesOn } from "../support/resources.js";

describe.each(DATABASES)("documents on $name", ({ open }) => {
  let db: Database;
  let on: ReturnType<typeof resourcesOn>;
  beforeAll(async () => {
    db = await open();
    on = resourcesOn(db);
    for (const id of ["mine", "theirs"]) await fillBank(db, await on.banks.openOrCreate(id), id);
  });
  afterAll(() => db.close());

  const ids = async (filter: Partial<DocumentFilter>) => {
    const { items, total } = await on.documents.list("mine", { limit: 100, offset: 0, ...filter });
    expect(total).toBe(items.length);
    return items.map((document) => [document.id, ...document.matchedFields].join("+"));
  };

  test("one document is shown whole", async () => {
    expect(await on.documents.get("mine", "talk")).toEqual({
      id: "talk",
      contentHash: "minehash",
      createdAt: FILLED.at(1),
      updatedAt: FILLED.at(2),
      textLength: 12,
      memoryCount: 3,
      retainParams: { context: "mine context" },
      metadata: { source: "mine source" },
      tags: ["red"],
      matchedFields: [],
      originalText: "mine text of talk",
      nodesByKind: { world: 2, experience: 1 },
      observationScopes: null,
      attachments: [
        {
          id: FILLED.attachment.slice(0, 12),
          hash: FILLED.attachment,
          kind: "file",
          mediaType: "text/plain",
          byteSize: 3,
          filename: "mine.txt",
        },
      ],
    });
    await expect(on.documents.get("mine", "nowhere")).rejects.toMatchObject({ code: "document_not_found", status: 404 });
  });

  test.each<[Partial<DocumentFilter>, string[]]>([
    [{}, ["loose", "notes", "talk"]],
    [{ limit: 100, q: "TALK" }, ["talk+id+original_text"]],
    [{ q: "text of n" }, ["notes+original_text"]],
    [{ q: "_" }, []],
    [{ tags: ["blue"] }, ["notes"]],
    [{ tags: ["red"], tagsMatch: "exact" }, ["loose", "talk"]],
    [{ timeField: "updated_at", startDate: FILLED.at(3), endDate: FILLED.at(3) }, ["notes"]],
    [{ startDate: FILLED.at(2) }, []],
  ])("filter %j", async (filter, expected) => expect(await ids(filter)).toEqual(expected));

  test("chunks in the order of the text, in pages", async () => {
    expect(await on.documents.chunks("mine", "talk", { limit: 10, offset: 0 })).toMatchObject({
      total: 2,
      items: [
        { chunkId: "mine_talk_0", documentId: "talk", chunkIndex: 0, text: "mine chunk 0 of talk", createdAt: FILLED.at(1) },
        { chunkId: "mine_talk_1", chunkIndex: 1 },
      ],
    });
    expect((await on.documents.chunks("mine", "talk", { limit: 1, offset: 1 })).items).toHaveLength(1);
    await expect(on.documents.chunks("mine", "nowhere", { limit: 1, offset: 0 })).rejects.toMatchObject({ code: "document_not_found" });
  });

  test("a chunk is found by its public id, in the bank that the id names", async () => {
    expect(await on.chunk("theirs_talk_1")).toMatchObject({ bankId: "theirs", text: "theirs chunk 1 of talk", chunkId: "theirs_talk_1" });
    for (const id of ["theirs_talk_2", "nobody_talk_0", "theirs_", "talk_0", "no\0body_talk_0"]) {
      await expect(on.chunk(id)).rejects.toMatchObject({ code: "chunk_not_found", status: 404 });
    }
  });

  test("an id that chunks of two banks share leads to neither; else ids lead to what exists", async () => {
    const write = async (bankId: string, documentId: string) => {
      const { key } = await on.banks.openOrCreate(bankId);
      await db.query(sql`INSERT INTO document (bank_id, document_id, content_hash) VALUES (${key}, ${documentId}, '')`);
      await db.query(
        sql`INSERT INTO chunk (bank_id, document_id, chunk_index, text, content_hash) VALUES (${key}, ${documentId}, 0, ${bankId}, '')`,
      );
    };
    await write("a", "b_c");
    expect((await on.chunk("a_b_c_0")).bankId).toBe("a");
    await write("a_b", "c");
    await expect(on.chunk("a_b_c_0")).rejects.toMatchObject({ code: "chunk_ambiguous" });
    await on.bank.delete("a_b");
    expect((await on.chunk("a_b_c_0")).bankId).toBe("a");
    for (const [bank, document] of [
      ["u/1_%", "x/y::ü_ 1"],
      ["::", ".."],
      ["ü", "%2F_"],
    ] as const) {
      await write(bank, document);
      expect(await on.chunk(`${bank}_${document}_0`)).toMatchObject({ bankId: bank, documentId: document });
    }
  });

  test("new tags reach the document's memories and runs, and nothing else", async () => {
    const tags = async () =>
      (await on.memories.list("mine", { limit: 10, offset: 0 })).items.map((memory) => memory.tags.join("+")).reverse();
    await db.query(sql`UPDATE memory SET consolidated_at = now() WHERE memory_no IN (1, 4)`);
    await on.documents.update("mine", "talk", { tags: ["z", "a", "z"] });
    expect(await tags()).toEqual(["z+a", "z+a", "z+a", "red+blue", "red+blue", ""]);
    expect((await on.documents.get("mine", "talk")).tags).toEqual(["z", "a"]);
    const { rows } = await db.query<{ tags: string[] }>(sql`SELECT tags FROM run WHERE tags <> '{red}'`);
    expect(rows).toEqual([{ tags: ["a", "z"] }]);
    const consolidated = await db.query(sql`SELECT bank_id, memory_no FROM memory WHERE consolidated_at IS NOT NULL`);
    expect(consolidated.rows).toHaveLength(3); // only memory 1 of the document is to be consolidated again
    await on.documents.update("mine", "talk", { tags: [] });
    expect((await tags()).slice(0, 3)).toEqual(["", "", ""]);
    expect((await on.documents.list("theirs", { limit: 10, offset: 0, tags: ["red"], tagsMatch: "exact" })).total).toBe(2); // control
    const long = on.documents.update("mine", "talk", { tags: ["t".repeat(1025)] });
    await expect(long).rejects.toMatchObject({ code: "invalid_request", status: 422 });
    await on.documents.update("mine", "talk", { tags: [" red ", " "] });
    expect((await on.documents.get("mine", "talk")).tags).toEqual([" red "]);
    await on.documents.update("mine", "talk", { tags: [] });
    await expect(on.documents.update("mine", "nowhere", { tags: [] })).rejects.toMatchObject({ code: "document_not_found" });
  });

  test("observation scopes can be set and taken back, without touching tags", async () => {
    await on.documents.update("mine", "notes", { observationScopes: [["a"], ["b"]] });
    expect(await on.documents.get("mine", "notes")).toMatchObject({ observationScopes: [["a"], ["b"]], tags: ["red", "blue"] });
    expect((await on.memories.get("mine", FILLED.memoryId(4))).observationScopes).toEqual([["a"], ["b"]]);
    await on.documents.update("mine", "notes", { observationScopes: null });
    expect((await on.documents.get("mine", "notes")).observationScopes).toBeNull();
    expect((await on.memories.get("mine", FILLED.memoryId(4))).observationScopes).toBeNull();
  });

  test("a deleted document is gone with its memories, and notes the write", async () => {
    expect(await on.documents.delete("theirs", "talk")).toMatchObject({ memories: 3 });
    expect((await on.memories.list("theirs", { limit: 10, offset: 0 })).total).toBe(3);
    await expect(on.chunk("theirs_talk_0")).rejects.toMatchObject({ code: "chunk_not_found" });
    await expect(on.documents.delete("theirs", "talk")).rejects.toMatchObject({ code: "document_not_found" });
    expect((await on.bank.stats("theirs")).lastWriteAt?.getTime()).toBeGreaterThan(FILLED.at(6).getTime());
    expect((await on.chunk("mine_talk_0")).bankId).toBe("mine"); // control
  });
});
