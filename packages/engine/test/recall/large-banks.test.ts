import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listedMemories, narrow } from "../../src/recall/arms/narrow.js";
import { estimateFrequencies } from "../../src/recall/arms/term-frequencies.js";
import type { Question } from "../../src/recall/question.js";
import type { Database } from "../../src/store/db.js";
import { memoryFilter } from "../../src/store/filters/memory-filter.js";
import { readPostings } from "../../src/store/postings/read-postings.js";
import { createTagIndex } from "../../src/store/tags/create-tag-index.js";
import { createVectorIndex } from "../../src/store/vectors/create-vector-index.js";
import { nearestMemories } from "../../src/store/vectors/nearest-memories.js";
import { DATABASES } from "../support/database.js";
import { DIMENSION, LARGE, type LargeBank, openLargeBank } from "../support/large-bank.js";

const postgres = DATABASES.filter(({ name }) => name === "postgres");
const DEPTH = 100;
const asked = { nextMemoryNo: LARGE + 1, depth: DEPTH } as Question;
const tagged = (tag: string) => memoryFilter({ tags: [tag], tagsMatch: "any_strict" });
const vectors = Array.from({ length: 5 }, (_, n) => {
  const raw = Array.from({ length: DIMENSION }, (_, i) => Math.sin((n + 1) * (i + 1) * 0.7));
  const length = Math.hypot(...raw);
  return Float32Array.from(raw, (value) => value / length);
});

describe.each(postgres)("a large bank on $name", ({ open }) => {
  let db: Database;
  let large: LargeBank;

  beforeAll(async () => {
    db = await open();
    large = await openLargeBank(db);
  }, 240_000);
  afterAll(() => db.close());

  const nearest = (vector: Float32Array, search: Partial<Parameters<typeof nearestMemories>[2]>) =>
    nearestMemories(db, large.bank, {
      modelId: large.modelId,
      vector,
      limit: DEPTH,
      memories: LARGE,
      filter: null,
      index: null,
      ...search,
    });

  test("a filter that allows few lists all of them, and the arms find by the list what they find by the filter", async () => {
    await createTagIndex(db, large.bank);
    const filter = tagged("few");
    const among = await narrow(db, large.bank, asked, filter);
    expect(among).toEqual(Array.from({ length: LARGE / 800 }, (_, n) => (n + 1) * 800));

    for (const vector of vectors) expect(await nearest(vector, { filter, among })).toEqual(await nearest(vector, { filter }));
    const terms = ["tenth", "word800", "word801"];
    const memoriesOf = async (list: readonly number[] | null) =>
      (await readPostings(db, large.bank, terms, { limit: LARGE, filter, among: list }))
        .map(({ term, memoryNos }) => [term, [...memoryNos].sort((a, b) => a - b)] as const)
        .filter(([, memoryNos]) => memoryNos.length > 0)
        .sort();
    expect(await memoriesOf(among)).toEqual(await memoriesOf(null));
    expect(await memoriesOf(among)).toEqual([
      ["tenth", among],
      ["word800", [800]],
    ]);
  });

  test("a filter that allows many lists nothing, nor does none, nor any in a bank that is not large", async () => {
    expect(LARGE / 2).toBeGreaterThan(listedMemories(LARGE, DEPTH));
    expect(await narrow(db, large.bank, asked, tagged("half"))).toBeNull();
    expect(await narrow(db, large.bank, asked, null)).toBeNull();
    expect(await narrow(db, large.bank, { ...asked, nextMemoryNo: 10_000 }, tagged("few"))).toBeNull();
  });

  test("terms are counted to 500, estimated above that, and a rare one is found in the oldest memories", async () => {
    const counted = await estimateFrequencies(db, large.bank, ["all", "tenth", "rare", "word15990", "old", "nobody"], LARGE + 1);
    expect(counted.get("rare")).toBe(1);
    expect(counted.get("word15990")).toBe(1);
    expect(counted.has("nobody")).toBe(false);
    const near = (term: string, truth: number) => Math.abs((counted.get(term) ?? 0) - truth) / truth;
    expect(near("all", LARGE)).toBeLessThan(0.05);
    expect(near("tenth", LARGE / 10)).toBeLessThan(0.05);
    // said by the first thousand alone: how densely it stood in the newest of them says too little, never more than there are
    expect(counted.get("old")).toBeGreaterThan(500);
    expect(counted.get("old")).toBeLessThanOrEqual(1_000);
    const [rare] = await readPostings(db, large.bank, ["rare"], { limit: 500, filter: null });
    expect([...(rare?.memoryNos ?? [])]).toEqual([3]);
  });

  test("what the graph of half vectors finds stands in the order of the whole ones, by their cosines", async () => {
    await createVectorIndex(db, large.bank, { modelId: large.modelId, dimension: DIMENSION, vectors: LARGE });
    for (const vector of vectors) {
      const exact = new Map((await nearest(vector, { limit: LARGE })).map(({ memoryNo, cosine }, place) => [memoryNo, { cosine, place }]));
      const found = await nearest(vector, { index: "halfvec" });
      expect(found).toHaveLength(DEPTH);
      const places = found.map(({ memoryNo }) => exact.get(memoryNo)?.place ?? Number.NaN);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(found.map(({ cosine }) => cosine)).toEqual(found.map(({ memoryNo }) => exact.get(memoryNo)?.cosine));
      const half = tagged("half");
      const filtered = await nearest(vector, { index: "halfvec", filter: half });
      expect(filtered.every(({ memoryNo }) => memoryNo % 2 === 0 && memoryNo % 800 !== 0)).toBe(true);
      expect(filtered).toHaveLength(DEPTH);
    }
  }, 240_000);
});
