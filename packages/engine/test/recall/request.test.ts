import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecallRequest } from "../../src/domain/requests.js";
import { recall } from "../../src/recall/index.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { NOT_LEARNING } from "../support/forgetting.js";
import { type AskedBank, bankOf } from "./bank-of.js";

const KEYS = [
  { content: "The house key hangs on the red hook.", tags: ["home"] },
  { content: "The office key lies in the top drawer.", tags: ["work"] },
  { content: "The cellar key is under the flower pot.", tags: ["home", "secret"] },
  { content: "The bicycle key is on Ann's ring." },
];

describe.each(DATABASES)("the request of a recall on $name", (database) => {
  let engine: TestEngine;
  let keys: AskedBank;
  beforeAll(async () => {
    engine = await openEngine(database);
    keys = await bankOf(engine, KEYS);
  });
  afterAll(() => engine.close());

  const found = async (more: Partial<RecallRequest>): Promise<readonly string[]> =>
    (await keys.texts("Where is the key?", more)).map((text) => /^The (\w+) key/.exec(text)?.[1] ?? text).sort();

  test("tags in all five modes", async () => {
    expect(await found({})).toEqual(["bicycle", "cellar", "house", "office"]);
    expect(await found({ tags: ["home"] })).toEqual(["bicycle", "cellar", "house"]);
    expect(await found({ tags: ["home", "secret"], tagsMatch: "all" })).toEqual(["bicycle", "cellar"]);
    expect(await found({ tags: ["home", "work"], tagsMatch: "any_strict" })).toEqual(["cellar", "house", "office"]);
    expect(await found({ tags: ["home", "secret"], tagsMatch: "all_strict" })).toEqual(["cellar"]);
    expect(await found({ tags: ["home"], tagsMatch: "exact" })).toEqual(["house"]);
    expect(await found({ tags: [], tagsMatch: "exact" })).toEqual(["bicycle"]);
  });

  test("tag groups, also by names like theirs", async () => {
    expect(await found({ tagGroups: [{ or: [{ tags: ["work"] }, { tags: ["secret"] }] }] })).toEqual(["cellar", "office"]);
    expect(await found({ tagGroups: [{ tags: ["home"] }, { not: { tags: ["secret"] } }] })).toEqual(["house"]);
    expect(await found({ tagGroups: [{ tags: ["SECRETS"], resolve: "fuzzy" }] })).toEqual(["cellar"]);
    expect(await found({ tagGroups: [{ tags: ["SECRETS"] }] })).toEqual([]);
  });

  test("kinds that are not there, and a list of none", async () => {
    expect(await found({ types: ["observation"] })).toEqual([]);
    expect(await found({ types: [] })).toEqual([]);
    expect(await found({ types: ["world", "experience"] })).toHaveLength(4);
  });

  test("a result that does not fit is skipped, and the next may fit", async () => {
    const long = `The boat key is ${"somewhere behind the old wooden boxes, ".repeat(12)}in the shed.`;
    const bank = await bankOf(engine, [long, "The boat key fits the shed too."]);
    expect(await bank.texts("Where is the boat key?", { maxTokens: 12 })).toEqual(["The boat key fits the shed too."]);
    expect(await bank.texts("Where is the boat key?", { maxTokens: 0 })).toEqual([]);
    expect(await bank.texts("Where is the boat key?")).toHaveLength(2); // control
  });

  test("floors on scores", async () => {
    const all = (await keys.recall("Where is the house key?")).results;
    const best = all[0]!.scores;
    expect(all.length).toBeGreaterThan(1);
    const floored = async (minScores: RecallRequest["minScores"]) =>
      (await keys.recall("Where is the house key?", { minScores: minScores ?? null })).results;
    expect((await floored({ final: best.final })).map(({ scores }) => scores.final)).toEqual([best.final]);
    expect(await floored({ final: best.final + 0.01 })).toEqual([]);
    expect(await floored({ reranker: 0.9 })).toHaveLength(all.length); // no cross-encoder, nothing to floor
    const strict = await floored({ semantic: 0.99, keyword: best.keyword! });
    expect(strict[0]!.text).toContain("house");
  });

  test("chunks have a budget of their own, and the last is cut", async () => {
    const whole = await keys.recall("Where is the house key?", { maxTokens: 0, include: { chunks: {} } });
    expect(whole.results).toEqual([]);
    expect(Object.values(whole.chunks ?? {}).map(({ text }) => text)).toContain(KEYS[0]!.content);
    const cut = await keys.recall("Where is the house key?", { include: { chunks: { maxTokens: 4 } } });
    const chunks = Object.values(cut.chunks ?? {});
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ truncated: true });
    expect(KEYS[0]!.content.startsWith(chunks[0]!.text)).toBe(true);
    expect(cut.results[0]?.chunkId).toBe(chunks[0]!.id);
  });

  test("entities are on unless they are turned off", async () => {
    const on = await keys.recall("Where is the bicycle key?");
    expect(on.results.find(({ text }) => text.includes("bicycle"))?.entities).toContain("Ann");
    expect(on.entities?.Ann).toMatchObject({ canonicalName: "Ann" });
    const off = await keys.recall("Where is the bicycle key?", { include: { entities: null } });
    expect(off.entities).toBeNull();
    expect(off.results[0]?.entities).toBeNull();
  });

  test("a trace explains every result and changes none", async () => {
    const plain = await keys.recall("Where is the house key?");
    const traced = await keys.recall("Where is the house key?", { trace: true });
    expect(traced.results).toEqual(plain.results);
    expect(plain.trace).toBeNull();
    const trace = traced.trace as {
      readonly query: { readonly query_embedding: readonly number[] };
      readonly reranked: readonly { readonly node_id: string; readonly score_components: Readonly<Record<string, number | null>> }[];
      readonly rrf_merged: readonly unknown[];
      readonly final_results: readonly { readonly node_id: string }[];
      readonly summary: { readonly phase_metrics: readonly unknown[] };
    };
    expect(trace.query.query_embedding).toHaveLength(384);
    expect(trace.final_results.map(({ node_id }) => node_id)).toEqual(plain.results.map(({ id }) => id));
    for (const { score_components } of trace.reranked) {
      const { sum, final, cross_encoder, ...parts } = score_components;
      const total = Object.values(parts).reduce<number>((left, part) => left + (part ?? 0), 0);
      expect(total).toBeCloseTo(sum as number, 10);
      expect([cross_encoder, final]).toEqual([null, expect.any(Number)]);
    }
    expect(trace.summary.phase_metrics.length).toBeGreaterThan(5);
  });

  test("what is refused, and why", async () => {
    const refused = async (request: Partial<RecallRequest>) => {
      const outcome = await keys.recall("Where is the key?", request).catch((error: { code: string }) => error.code);
      return outcome;
    };
    expect(await refused({ query: "?! …" })).toBe("invalid_request");
    expect(await refused({ query: "word ".repeat(600) })).toBe("query_too_long");
    expect(await refused({ queryTimestamp: "yesterday" })).toBe("bad_argument");
    expect(await refused({ temporalWindow: { start: "2026-02-01", end: "2026-01-01" } })).toBe("invalid_request");
    expect(await refused({ tags: ["a"], tagGroups: [{ tags: ["a"] }] })).toBe("invalid_request");
    expect(await refused({ types: ["opinion" as "world"] })).toBe("invalid_request");
    expect(await refused({ query: "word ".repeat(400) })).toMatchObject({ results: expect.any(Array) }); // control
  });

  test("a caller who has gone stops the work", async () => {
    const gone = new AbortController();
    gone.abort();
    await expect(recall({ ...engine.ctx, signal: gone.signal }, keys.scope, { query: "key" })).rejects.toMatchObject({
      code: "request_cancelled",
    });
    const leaving = new AbortController();
    const encoder = {
      ...engine.ctx.encoder,
      embedQuery: (text: string) => {
        leaving.abort();
        return engine.ctx.encoder.embedQuery(text);
      },
    };
    await expect(recall({ ...engine.ctx, encoder, signal: leaving.signal }, keys.scope, { query: "key" })).rejects.toMatchObject({
      code: "request_cancelled",
    });
  });

  test("an encoder that is down costs quality and no error", async () => {
    const encoder = { ...engine.ctx.encoder, embedQuery: () => Promise.reject(new Error("down")) };
    const byWords = await recall({ ...engine.ctx, encoder }, keys.scope, { query: "house key", trace: true });
    expect(byWords.results[0]?.text).toContain("house");
    expect(byWords.trace?.degraded).toEqual(["embedding"]);
  });

  test("what was deleted does not come back", async () => {
    const { forgetDocument } = await import("../../src/forget/index.js");
    const bank = await bankOf(engine, [
      { content: "The parcel is at the neighbour's.", documentId: "parcel" },
      { content: "The letter is in the hall.", documentId: "letter" },
    ]);
    expect(await bank.texts("Where is the parcel?")).toContain("The parcel is at the neighbour's.");
    await engine.db.transaction((tx) => forgetDocument(tx, bank.scope, "parcel", NOT_LEARNING));
    expect(await bank.texts("Where is the parcel?")).not.toContain("The parcel is at the neighbour's.");
    expect(await bank.texts("Where is the letter?")).toEqual(["The letter is in the hall."]); // control
  });
});
