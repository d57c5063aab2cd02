import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MemoryFilter } from "../../src/domain/resources.js";
import { type Database, sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { everyRow, FILLED, fillBank } from "../support/filled-bank.js";
import { resourcesOn } from "../support/resources.js";

describe.each(DATABASES)("memories on $name", ({ open }) => {
  let db: Database;
  let on: ReturnType<typeof resourcesOn>;
  beforeAll(async () => {
    db = await open();
    on = resourcesOn(db);
    for (const id of ["mine", "theirs"]) await fillBank(db, await on.banks.openOrCreate(id), id);
  });
  afterAll(() => db.close());

  const numbers = async (filter: Partial<MemoryFilter>) => {
    const { items, total } = await on.memories.list("mine", { limit: 100, offset: 0, ...filter });
    expect(total).toBe(items.length);
    return items.map((memory) => Number(memory.id.slice(-2)));
  };

  test("one memory is shown whole", async () => {
    expect(await on.memories.get("mine", FILLED.memoryId(1))).toEqual({
      id: FILLED.memoryId(1),
      kind: "world",
      text: "mine word1 said",
      context: "mine context",
      metadata: { source: "mine source" },
      tags: ["red"],
      entities: ["mine ann"],
      documentId: "talk",
      chunkId: "mine_talk_0",
      occurredStart: FILLED.at(1),
      occurredEnd: FILLED.at(1),
      mentionedAt: FILLED.at(1),
      proofCount: 1,
      sourceMemoryIds: null,
      sources: [{ documentId: "talk", chunkId: "mine_talk_0", mentionedAt: FILLED.at(1) }],
      observationScopes: null,
      consolidatedAt: null,
      consolidationFailedAt: null,
      editedAt: null,
      state: "valid",
      trust: "normal",
      instructionSigns: [],
      invalidationReason: null,
      invalidatedAt: null,
      createdAt: FILLED.at(1),
      updatedAt: FILLED.at(1),
      evidence: null,
      trend: null,
    });
    await expect(on.memories.get("mine", FILLED.memoryId(99))).rejects.toMatchObject({ code: "memory_not_found", status: 404 });
    await expect(on.memories.get("mine", "no-uuid")).rejects.toMatchObject({ code: "bad_argument", status: 400 });
  });

  test("lists come last mentioned first, in pages", async () => {
    expect(await numbers({})).toEqual([6, 5, 4, 3, 2, 1]);
    const second = await on.memories.list("mine", { limit: 2, offset: 2 });
    expect(second).toMatchObject({ total: 6, limit: 2, offset: 2 });
    expect(second.items.map((memory) => memory.text)).toEqual(["mine word4 said", "mine word3 said"]);
    await expect(on.memories.list("mine", { limit: -1, offset: 0 })).rejects.toMatchObject({ code: "bad_argument" });
    await expect(on.memories.list("mine", { limit: 1, offset: 1e20 })).rejects.toMatchObject({ code: "bad_argument" });
  });

  test.each<[Partial<MemoryFilter>, number[]]>([
    [{ type: "experience" }, [2]],
    [{ type: "observation" }, []],
    [{ q: "WORD3" }, [3]],
    [{ q: "word%" }, []],
    [{ q: "wo\0rd3" }, [3]],
    [{ documentId: "notes" }, [5, 4]],
    [{ documentId: "no\0tes" }, [5, 4]],
    [{ entityId: FILLED.entities.ann }, [4, 2, 1]],
    [{ tags: ["blue"] }, [6, 5, 4]],
    [{ tags: ["blue"], tagsMatch: "any_strict" }, [5, 4]],
    [{ tags: ["bl\0ue"], tagsMatch: "any_strict" }, [5, 4]],
    [{ tags: ["blue", "red"], tagsMatch: "exact" }, [5, 4]],
    [{ tags: [], tagsMatch: "exact" }, [6]],
    [{ consolidationState: "pending" }, [6, 5, 4, 3, 2, 1]],
    [{ consolidationState: "done" }, []],
    [{ consolidationState: "failed" }, []],
    [{ timeField: "mentioned_at", startDate: FILLED.at(2), endDate: FILLED.at(4) }, [4, 3, 2]],
    [{ timeField: "occurred_start", startDate: FILLED.at(5) }, [6, 5]],
    [{ timeField: "occurred_end", endDate: FILLED.at(1) }, [1]],
    [{ timeField: "updated_at", endDate: FILLED.at(2) }, [2, 1]],
    [{ endDate: FILLED.at(1) }, [1]],
    [{ type: "world", documentId: "talk", q: "said", tags: ["red"], endDate: FILLED.at(2) }, [1]],
  ])("filter %j", async (filter, expected) => expect(await numbers(filter)).toEqual(expected));

  test("umlauts and capitals in q", async () => {
    await db.query(sql`UPDATE memory SET text = 'Über den Öresund' WHERE text = 'theirs word1 said'`);
    const found = async (q: string) => (await on.memories.list("theirs", { limit: 10, offset: 0, q })).total;
    expect([await found("über"), await found("ÖRE"), await found("ure")]).toEqual([1, 1, 0]);
  });

  test("entities: most mentioned first, and under a tag filter only what visible memories tell", async () => {
    const all = await on.entities.list("mine", { limit: 10, offset: 0 });
    expect(all.total).toBe(3);
    expect(all.items.map((entity) => [entity.canonicalName, entity.mentionCount])).toEqual([
      ["mine ann", 3],
      ["mine delft", 2],
      ["mine tulip", 1],
    ]);
    const blue = await on.entities.list("mine", { limit: 10, offset: 0, tags: ["blue"], tagsMatch: "any_strict" });
    expect(blue.items).toMatchObject([
      { canonicalName: "mine ann", mentionCount: 1, firstSeen: FILLED.at(4), lastSeen: FILLED.at(4) },
      { canonicalName: "mine tulip", mentionCount: 1 },
    ]);
    expect(blue.total).toBe(2);
    const fuzzy = { limit: 10, offset: 0, tagGroups: [{ tags: ["bluee"], resolve: "fuzzy" as const }] };
    expect((await on.entities.list("mine", fuzzy)).total).toBe(2);
    expect((await on.entities.list("mine", { ...fuzzy, tagGroups: [{ tags: ["bluee"] }] })).total).toBe(0); // control
    expect(await on.entities.get("mine", FILLED.entities.ann)).toEqual({
      aliases: [],
      id: FILLED.entities.ann,
      canonicalName: "mine ann",
      mentionCount: 3,
      firstSeen: FILLED.at(1),
      lastSeen: FILLED.at(4),
      metadata: { note: "mine note" },
    });
    await expect(on.entities.get("mine", FILLED.memoryId(1))).rejects.toMatchObject({ code: "entity_not_found" });
    await expect(on.entities.get("mine", "x")).rejects.toMatchObject({ code: "bad_argument" });
  });

  test("tags with counts and a wildcard", async () => {
    const tags = async (q: string | null) => (await on.tags("mine", { limit: 10, offset: 0, q })).items;
    expect(await tags(null)).toEqual([
      { tag: "red", count: 5 },
      { tag: "blue", count: 2 },
    ]);
    expect(await tags("B*")).toEqual([{ tag: "blue", count: 2 }]);
    expect(await tags("*u*")).toEqual([{ tag: "blue", count: 2 }]);
    expect(await tags("b")).toEqual([]);
    expect(await tags("%")).toEqual([]);
    expect(await on.tags("mine", { limit: 1, offset: 1 })).toEqual({ items: [{ tag: "blue", count: 2 }], total: 2, limit: 1, offset: 1 });
  });

  test("statistics are counts of what is there", async () => {
    expect(await on.bank.stats("mine")).toEqual({
      bankId: "mine",
      memoriesByKind: { world: 5, experience: 1 },
      documents: 3,
      // temporal: one stored link, and the neighbours 1–2, 2–3 of the talk and 4–5 of the notes
      linksByKind: { semantic: 3, temporal: 4, caused_by: 1, entity: 6 },
      linksByMemoryKind: { world: { semantic: 3, temporal: 2, caused_by: 1, entity: 5 }, experience: { temporal: 2, entity: 1 } },
      operationsByStatus: { pending: 2, processing: 1, completed: 1, failed: 1 },
      lastConsolidatedAt: null,
      lastWriteAt: FILLED.at(3),
      pendingConsolidation: 6,
      failedConsolidation: 0,
      pendingEmbeddings: 2,
    });
    await on.bank.put("empty", {});
    expect(await on.bank.stats("empty")).toMatchObject({ memoriesByKind: {}, documents: 0, linksByKind: {}, pendingConsolidation: 0 });
  });

  test("statistics follow every write and deletion", async () => {
    await fillBank(db, await on.banks.openOrCreate("counted"), "counted");
    expect((await on.bank.stats("counted")).memoriesByKind).toEqual({ world: 5, experience: 1 });
    await on.documents.delete("counted", "talk");
    expect(await on.bank.stats("counted")).toMatchObject({ memoriesByKind: { world: 3 }, linksByKind: { entity: 3 } });
  });

  test("deleting all memories of a kind, then all: documents go with the last, the bank stays", async () => {
    await fillBank(db, await on.banks.openOrCreate("doomed"), "doomed");
    expect(await on.memories.deleteAll("doomed", "experience")).toMatchObject({ memories: 1 });
    expect((await on.documents.list("doomed", { limit: 10, offset: 0 })).total).toBe(3);
    expect(await on.memories.deleteAll("doomed", null)).toMatchObject({ memories: 5 });
    expect((await on.documents.list("doomed", { limit: 10, offset: 0 })).total).toBe(0);
    expect((await on.bank.get("doomed")).name).toBe("doomed name");
    expect(await on.memories.deleteAll("unknown", null)).toMatchObject({ memories: 0 });
    const mine = await everyRow(db, (await on.banks.open("mine")).key);
    expect(mine.memory).toHaveLength(6); // control: the neighbour is whole
  });

  test("an unknown bank is not found by any list", async () => {
    const paging = { limit: 1, offset: 0 };
    const asked = [
      () => on.memories.list("nobody", paging),
      () => on.memories.get("nobody", FILLED.memoryId(1)),
      () => on.entities.list("nobody", paging),
      () => on.entities.get("nobody", FILLED.entities.ann),
      () => on.tags("nobody", paging),
    ];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: "bank_not_found", message: "Bank 'nobody' not found" });
  });
});
