// What is drawn of a bank that has learnt, on both databases: an observation with the ties of its facts, and memories in the buckets of their times.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankDirectory, openOrCreateBank } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import type { MemoryGraphFilter } from "../../src/domain/graph.js";
import type { MemoryFilter } from "../../src/domain/resources.js";
import { tenantScope } from "../../src/domain/scope.js";
import type { Hindsight } from "../../src/hindsight.js";
import { memoryResource, viewResource } from "../../src/resources/index.js";
import type { Database } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { FILLED } from "../support/filled-bank.js";
import { fillLearntBank, LEARNT } from "../support/filled-learning.js";
import { NOT_LEARNING } from "../support/forgetting.js";

const tenant = tenantScope("public");
const id = FILLED.memoryId;

describe.each(DATABASES)("views on $name", ({ open }) => {
  let db: Database;
  let views: Hindsight["views"];
  let memories: ReturnType<typeof memoryResource>;
  beforeAll(async () => {
    db = await open();
    await fillLearntBank(db, await openOrCreateBank(db, tenant, "learnt"), "marka");
    const context = {
      db,
      tenant,
      banks: bankDirectory(db, tenant),
      defaults: loadSettings({}).bank,
      origins: loadSettings({}).bankOrigins,
      engine: NOT_LEARNING,
    };
    views = viewResource(context, () => FILLED.at(7));
    memories = memoryResource(context, () => FILLED.at(7));
  });
  afterAll(() => db.close());

  test("an observation has the ties and the names of the facts that it stands on, shown or not", async () => {
    const { memories, edges, total } = await views.memories("learnt", { limit: 100 });
    expect(total).toBe(7);
    const observation = memories.find((memory) => memory.id === LEARNT.observation.id);
    expect(observation).toMatchObject({ kind: "observation", entities: ["marka ann"], proofCount: 2, documentId: null });
    const tied = (kind: string) => edges.filter((edge) => edge.kind === kind).map(({ source, target }) => [source, target].sort());
    // Stored: 1–3 from either end, and 4–1. The observation stands on 1 and 4.
    expect(tied("semantic").sort()).toEqual([
      [id(1), id(3)],
      [id(1), id(4)],
      [id(1), id(7)],
      [id(3), id(7)],
      [id(4), id(7)],
    ]);
    expect(edges.filter(({ kind }) => kind === "caused_by").map(({ source, target }) => [source, target])).toEqual([
      [id(5), id(4)],
      [id(5), id(7)],
    ]);
    const alone = await views.memories("learnt", { type: "observation", limit: 100 });
    expect([alone.memories.map(({ entities }) => entities), alone.edges]).toEqual([[["marka ann"]], []]);
  });

  test("a memory that several chunks state is found by each of them", async () => {
    const found = async (chunkId: string) =>
      (await views.memories("learnt", { chunkId, limit: 10 })).memories.map((memory) => memory.id).sort();
    expect(await found("learnt_loose_0")).toEqual([id(5), id(6)]); // 5 is at home in "notes", and "loose" states it too
    expect(await found("learnt_talk_1")).toEqual([id(3)]);
    expect(await found("learnt_talk_9")).toEqual([]);
  });

  test("a graph asks by entity, consolidation and dates as a list does", async () => {
    const found = async (filter: Partial<MemoryGraphFilter>) =>
      (await views.memories("learnt", { ...filter, limit: 100 })).memories.map((memory) => memory.id).sort();
    const listed = async (filter: Partial<MemoryFilter>) =>
      (await memories.list("learnt", { ...filter, limit: 100, offset: 0 })).items.map((memory) => memory.id).sort();
    const asked = [
      { entityId: FILLED.entities.ann },
      { consolidationState: "pending" },
      { consolidationState: "done" },
      { timeField: "mentioned_at", startDate: FILLED.at(3) },
      { timeField: "mentioned_at", endDate: FILLED.at(3) },
    ] as const;
    for (const filter of asked) expect(await found(filter), JSON.stringify(filter)).toEqual(await listed(filter));
    const numbers = await Promise.all(asked.map(async (filter) => (await found(filter)).length));
    expect(numbers.every((number) => number < 7)).toBe(true); // each leaves somebody out
    expect(numbers.filter((number) => number > 0).length).toBeGreaterThan(3);
  });

  test("memories stand in the buckets of their times, those of the present one too", async () => {
    const { buckets, unit } = await views.times("learnt", { period: "7d", field: "mentioned_at" });
    expect(unit).toBe("day");
    expect(buckets.map(({ world, experience, observation }) => [world, experience, observation])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [1, 0, 1],
      [1, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
    ]);
    const made = await views.times("learnt", { period: "1d", field: "created_at" });
    expect(made.buckets.at(-1)).toEqual({ time: FILLED.at(7), world: 0, experience: 0, observation: 1 });
  });
});
