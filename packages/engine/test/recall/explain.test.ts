// Why a candidate is not among the results: every way of being left out, on a bank that holds one of each.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecallRequest } from "../../src/domain/requests.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { type AskedBank, bankOf } from "./bank-of.js";

interface Pruned {
  readonly node_id: string;
  readonly reason: string;
  readonly text: string;
  readonly rank: number | null;
  readonly score: number | null;
  readonly by?: string;
  readonly floor?: string;
  readonly least?: number;
  readonly tokens?: number;
  readonly tokens_left?: number;
}

interface Trace {
  readonly pruned: readonly Pruned[];
  readonly rrf_merged: readonly { readonly node_id: string }[];
  readonly reranked: readonly { readonly node_id: string; readonly demoted?: boolean }[];
  readonly final_results: readonly { readonly node_id: string }[];
  readonly summary: {
    readonly cuts: Readonly<Record<string, number>>;
    readonly beyond_pool: number;
    readonly tokens: number;
    readonly phase_metrics: readonly { readonly phase_name: string; readonly details: { readonly within?: string } }[];
  };
}

describe.each(DATABASES.slice(0, 1))("a trace says of every candidate why it is not shown, on $name", (database) => {
  let engine: TestEngine;
  let bank: AskedBank;
  const LONG = `The house key hangs ${"on the board behind the blue door, ".repeat(12)}as it always did.`;

  beforeAll(async () => {
    engine = await openEngine(database);
    bank = await bankOf(engine, [
      { content: "The house key hangs on the board.", documentId: "a" },
      { content: LONG, documentId: "b" },
      { content: "The bicycle key lies in the drawer.", documentId: "c" },
      { content: "A stranger says that the house key lies under the mat.", documentId: "d", sourceTrust: "low" },
    ]);
  });
  afterAll(() => engine.close());

  const traceOf = async (query: string, more: Partial<RecallRequest> = {}): Promise<Trace> =>
    (await bank.recall(query, { ...more, trace: true })).trace as unknown as Trace;

  test("each candidate of the pool is shown or pruned, once", async () => {
    for (const more of [{}, { maxTokens: 20 }, { minScores: { final: 0.5 } }, { maxTokens: 0 }]) {
      const { rrf_merged, pruned, final_results, summary } = await traceOf("Where is the house key?", more);
      const told = [...pruned, ...final_results].map(({ node_id }) => node_id);
      expect([...told].sort()).toEqual(rrf_merged.map(({ node_id }) => node_id).sort());
      expect(Object.values(summary.cuts).reduce((sum, count) => sum + count, 0)).toBe(pruned.length);
      expect(rrf_merged.length).toBeGreaterThan(2);
    }
  });

  test("what did not fit says how long it is and what was left", async () => {
    const { pruned, summary } = await traceOf("Where is the house key?", { maxTokens: 40 });
    const cut = pruned.find(({ text }) => text === LONG);
    expect(cut).toMatchObject({ reason: "tokens", rank: expect.any(Number), tokens: expect.any(Number) });
    expect(cut?.tokens).toBeGreaterThan(90);
    expect(cut?.tokens_left).toBeLessThanOrEqual(40);
    expect(summary.tokens).toBeLessThanOrEqual(40);
    const unfitting = (await traceOf("Where is the house key?", { maxTokens: 20 })).pruned.filter(({ reason }) => reason === "tokens");
    expect(unfitting.filter(({ tokens = 0, tokens_left = 0 }) => tokens <= tokens_left)).toEqual([]);
    expect(Math.min(...unfitting.map(({ tokens_left = 20 }) => tokens_left))).toBeLessThan(20); // what is shown before has taken some
  });

  test("what lies below a floor says which, and how far", async () => {
    const { pruned } = await traceOf("Where is the house key?", { minScores: { final: 0.6 } });
    const cut = pruned.find(({ text }) => text.startsWith("The bicycle"));
    expect(cut).toMatchObject({ reason: "min_score", floor: "final", least: 0.6 });
    expect(cut?.score).toBeLessThan(0.6);
  });

  test("a doubtful source counts half, and says so", async () => {
    const { reranked, rrf_merged } = await traceOf("Where is the house key?");
    expect(rrf_merged).toHaveLength(4);
    expect(reranked.filter(({ demoted }) => demoted === true)).toHaveLength(1);
  });

  test("where nothing is about the question, that is the reason", async () => {
    const { pruned, final_results } = await traceOf("Which quasar emits neutrinos in the key of D?");
    expect(final_results).toEqual([]);
    expect(new Set(pruned.map(({ reason }) => reason))).toEqual(new Set(["unrelated"]));
    expect(pruned[0]).toMatchObject({ rank: null, score: null, text: expect.stringContaining("key") });
  });

  test("a stage inside a stage says which one it is part of", async () => {
    const { summary } = await traceOf("Where is the house key?");
    const within = summary.phase_metrics.filter(({ details }) => details.within === "parallel_retrieval");
    expect(within.map(({ phase_name }) => phase_name)).toEqual(
      expect.arrayContaining(["generate_query_embedding", "keyword_arm", "semantic_arm", "graph_arm"]),
    );
    expect(summary.phase_metrics.find(({ phase_name }) => phase_name === "reranking")?.details).toEqual({});
    expect(summary.beyond_pool).toBe(0);
  });
});
