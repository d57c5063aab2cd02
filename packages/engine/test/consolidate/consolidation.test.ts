// A consolidation as a job, on both databases, with planners that are functions: what is grouped, what is marked, what a failure costs, what is told at the end.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import { applyPlan } from "../../src/consolidate/apply/index.js";
import {
  type Batch,
  type BatchPlan,
  consolidationHandler,
  type Planner,
  recoverConsolidation,
  requestConsolidation,
  startConsolidationUpkeep,
} from "../../src/consolidate/index.js";
import { CONSOLIDATION } from "../../src/domain/learning.js";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import { forgetMemories } from "../../src/forget/index.js";
import { registerHandler } from "../../src/operations/index.js";
import { NO_MODELS } from "../../src/providers/llm/index.js";
import { bankStats } from "../../src/resources/bank-stats.js";
import { embeddingOf } from "../../src/retain/index.js";
import { lockBank } from "../../src/store/banks/lock-bank.js";
import { updateBank } from "../../src/store/banks/update-bank.js";
import { sql } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";

/** A model that is there and is never asked: the planner of these tests is a function. */
const MODELS = { ...NO_MODELS, has: (purpose: string) => purpose === "consolidation" };

/** One belief for each batch, which says what its facts say. */
const joined = (batch: Batch): BatchPlan => ({
  batch,
  modelId: null,
  deletes: [],
  updates: [],
  merges: [],
  creates: [
    {
      text: `Belief: ${batch.facts.map(({ text }) => text).join(" ")}`,
      vector: null,
      language: "en",
      reason: null,
      sources: batch.facts.map(({ memoryNo }) => ({ memoryNo, quote: null })),
    },
  ],
});

interface Row {
  readonly text: string;
  readonly kind: string;
  readonly tags: readonly string[];
  readonly memory_no: number;
  readonly updated_at: Date;
  readonly isDone: boolean;
  readonly hasFailed: boolean;
}

interface OperationRow {
  readonly operation_id: string;
  readonly status: string;
  readonly result_metadata: Readonly<Record<string, unknown>>;
  readonly error_message: string | null;
  readonly attempts: number;
  readonly waitsSeconds: number;
}

describe.each(DATABASES)("consolidation on $name", (database) => {
  let engine: TestEngine;
  let planner: Planner = async (_ctx, _bank, batch) => joined(batch);
  let drained: (readonly (readonly string[])[])[] = [];
  let afterDrain = async (): Promise<number> => 0;

  beforeAll(async () => {
    registerHandler(
      CONSOLIDATION,
      consolidationHandler({
        planWithModel: (ctx, bank, batch) => planner(ctx, bank, batch),
        planRestatements: () => Promise.reject(new Error("there is a model")),
        applyPlan,
        onWritten: ({ db }) => embeddingOf(db)?.wake(),
        afterDrain(_ctx, _bank, tagSets) {
          drained.push(tagSets);
          return afterDrain();
        },
      }),
    );
    engine = await openEngine(database, { models: MODELS, env: { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" } });
  });
  afterAll(() => engine.close());

  /** Begins anew: a bank of its own, and the planner that joins. */
  async function newBank(name: string, config: Readonly<Record<string, unknown>> = {}): Promise<BankScope> {
    planner = async (_ctx, _bank, batch) => joined(batch);
    afterDrain = async () => 0;
    const bank = await engine.bank(name);
    await updateBank(engine.db, bank, { name: null, set: config, clear: [] });
    drained = [];
    return bank;
  }

  const items = (...texts: (string | readonly [string, readonly string[], unknown?])[]) =>
    texts.map((given, index) => {
      const [content, tags, observationScopes] = typeof given === "string" ? [given, [], null] : given;
      return { content, tags, observationScopes: (observationScopes ?? null) as never, documentId: `d-${index}` };
    });

  async function rows(bank: BankScope): Promise<readonly Row[]> {
    return (
      await engine.db.query<Row>(sql`SELECT text, kind, tags, memory_no, updated_at, consolidated_at IS NOT NULL AS "isDone",
        consolidation_failed_at IS NOT NULL AS "hasFailed" FROM memory WHERE bank_id = ${bank.key} ORDER BY memory_no`)
    ).rows;
  }
  const beliefs = async (bank: BankScope) =>
    (await rows(bank)).filter(({ kind }) => kind === "observation").map(({ text, tags }) => [text, [...tags].sort()]);

  async function operations(bank: BankScope): Promise<readonly OperationRow[]> {
    return (
      await engine.db.query<OperationRow>(sql`SELECT operation_id, status, result_metadata, error_message, attempts,
        extract(epoch FROM next_attempt_at - clock_timestamp())::double precision AS "waitsSeconds"
        FROM operation WHERE bank_id = ${bank.key} AND type = ${CONSOLIDATION} ORDER BY sequence`)
    ).rows;
  }

  /** Until no consolidation of the bank is due: what is put off stays. */
  async function quiet(bank: BankScope): Promise<void> {
    for (;;) {
      const live = (await operations(bank)).filter(
        ({ status, waitsSeconds }) => status === "processing" || (status === "pending" && waitsSeconds < 1),
      );
      if (live.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  test("a retain is consolidated by itself, once, and nothing but the marks moves", async () => {
    const bank = await newBank("by-itself");
    const before = new Date();
    await engine.retain(bank, items("Ann likes tea.", "Ben likes coffee."));
    const written = await rows(bank);
    await engine.idle();
    expect(await beliefs(bank)).toEqual([["Belief: Ann likes tea. Ben likes coffee.", []]]);
    const facts = (await rows(bank)).filter(({ kind }) => kind !== "observation");
    expect(facts.map(({ isDone, hasFailed }) => [isDone, hasFailed])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(facts.map(({ updated_at }) => updated_at)).toEqual(written.slice(0, 2).map(({ updated_at }) => updated_at));
    const [operation, ...others] = await operations(bank);
    expect(others).toEqual([]);
    expect(operation).toMatchObject({
      status: "completed",
      result_metadata: {
        status: "completed",
        memories_processed: 2,
        memories_failed: 0,
        observations_created: 1,
        observations_updated: 0,
        observations_deleted: 0,
        observations_merged: 0,
        actions_executed: 1,
        skipped: 0,
        mental_models_refreshed: 0,
      },
    });
    const stats = await bankStats(engine.db, bank);
    expect(stats).toMatchObject({ pendingConsolidation: 0, failedConsolidation: 0 });
    expect(stats.lastConsolidatedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000);
    const events = await engine.db.query<{ document_id: string; made: number }>(
      sql`SELECT document_id, cardinality(observations_created) AS made FROM document_event WHERE bank_id = ${bank.key} AND kind = 'consolidation' ORDER BY 1`,
    );
    expect(events.rows).toEqual([
      { document_id: "d-0", made: 1 },
      { document_id: "d-1", made: 1 },
    ]);
  });

  test("facts of different tags never share a prompt, whatever their scopes", async () => {
    const bank = await newBank("tags", { consolidation_llm_batch_size: 2 });
    const seen: (readonly [readonly string[], readonly string[]])[] = [];
    planner = async (_ctx, _bank, batch) => {
      seen.push([batch.scope, batch.facts.map(({ text }) => text)]);
      return joined(batch);
    };
    await engine.retain(
      bank,
      items(
        ["One.", ["a", "b"]],
        ["Two.", ["b", "a"]],
        ["Three.", ["a"], "shared"],
        ["Four.", ["b"], "shared"],
        ["Five.", ["a", "b"]],
        ["Six.", ["a", "b"], "per_tag"],
      ),
    );
    await engine.idle();
    const sorted = seen.map((one) => JSON.stringify(one)).sort();
    expect(sorted).toEqual(
      [
        [
          ["a", "b"],
          ["One.", "Two."],
        ],
        [["a", "b"], ["Five."]],
        [[], ["Three."]],
        [[], ["Four."]],
        [["a"], ["Six."]],
        [["b"], ["Six."]],
      ]
        .map((one) => JSON.stringify(one))
        .sort(),
    );
    expect((await beliefs(bank)).filter(([text]) => text === "Belief: Six.").map(([, tags]) => tags)).toEqual([["a"], ["b"]]);
    expect(drained).toHaveLength(1);
    expect(drained[0]?.map((set) => set.join()).sort()).toEqual(["", "a", "a,b", "b"]);
  });

  test("of many submissions at once one waits; one that is worked takes in none; one of scopes stands for itself", async () => {
    const bank = await newBank("submissions");
    let begun: () => void = () => undefined;
    let go: () => void = () => undefined;
    const working = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    planner = async (_ctx, _bank, batch) => {
      begun();
      await gate;
      return joined(batch);
    };
    await engine.retain(bank, items(["Ann likes tea.", ["x"]]));
    await working;
    const submitted = await Promise.all(Array.from({ length: 10 }, () => requestConsolidation(engine.ctx, bank, null)));
    expect(new Set(submitted.map(({ operationId }) => operationId)).size).toBe(1);
    expect(submitted.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
    const scoped = await requestConsolidation(engine.ctx, bank, [["y"]]);
    const again = await requestConsolidation(engine.ctx, bank, [["y"]]);
    expect(scoped.operationId).not.toBe(again.operationId);
    expect([scoped.deduplicated, again.deduplicated]).toEqual([false, false]);
    await engine.retain(bank, [{ content: "Ben likes coffee.", tags: ["y"], documentId: "ben" }]);
    expect((await operations(bank)).filter(({ status }) => status === "pending")).toHaveLength(3); // the retain folded into the one that waits
    go();
    await engine.idle();
    expect((await operations(bank)).map(({ status, result_metadata }) => [status, result_metadata.memories_processed])).toEqual([
      ["completed", 2], // goes on until nothing waits
      ["completed", 0],
      ["completed", 0],
      ["completed", 0],
    ]);
  });

  test("a run of scopes takes the facts whose tags hold one of them, and no others", async () => {
    const bank = await newBank("of-scopes", { enable_auto_consolidation: false });
    await engine.retain(bank, items(["One.", ["a", "b"]], ["Two.", ["a"]], ["Three.", ["c"]], "Four."));
    await engine.idle();
    expect(await operations(bank)).toEqual([]); // by itself it does nothing
    await requestConsolidation(engine.ctx, bank, [["b", "a"], ["c"]]);
    await engine.idle();
    expect((await rows(bank)).filter(({ kind }) => kind !== "observation").map(({ text, isDone }) => [text, isDone])).toEqual([
      ["One.", true],
      ["Two.", false],
      ["Three.", true],
      ["Four.", false],
    ]);
  });

  test("rounds follow one another until nothing waits, and all their tags are told once, at the end", async () => {
    const bank = await newBank("rounds", { consolidation_max_memories_per_round: 2, consolidation_llm_batch_size: 1 });
    await engine.retain(bank, items(["One.", ["a"]], ["Two.", ["a"]], ["Three.", ["b"]], ["Four.", ["c"]], ["Five.", ["c"]]));
    await engine.idle();
    const rounds = await operations(bank);
    expect(rounds.map(({ status, result_metadata }) => [status, result_metadata.memories_processed])).toEqual([
      ["completed", 2],
      ["completed", 2],
      ["completed", 1],
    ]);
    expect(drained.map((sets) => sets.map((set) => set.join()).sort())).toEqual([["a", "b", "c"]]);
    expect(await beliefs(bank)).toHaveLength(5);
  });

  test("when what follows the drain fails, the tags are told again, and nothing is consolidated twice", async () => {
    const bank = await newBank("after-drain");
    let calls = 0;
    afterDrain = async () => {
      calls += 1;
      if (calls === 1) throw new HindsightError("database_unavailable", "gone for a moment", { details: { retryAt: new Date() } });
      return 3;
    };
    await engine.retain(bank, items(["One.", ["a"]]));
    await engine.idle();
    expect(drained).toEqual([[["a"]], [["a"]]]);
    expect(await beliefs(bank)).toEqual([["Belief: One.", ["a"]]]);
    expect((await operations(bank))[0]?.result_metadata).toMatchObject({
      status: "completed",
      memories_processed: 1,
      observations_created: 1,
      mental_models_refreshed: 3,
    });
  });

  test("a fact that fails is marked alone: its batch is halved down to it; recovered, it is taken again", async () => {
    const bank = await newBank("poison");
    const sizes: number[] = [];
    let isPoison = true;
    planner = async (_ctx, _bank, batch) => {
      sizes.push(batch.facts.length);
      if (isPoison && batch.facts.some(({ text }) => text === "Five.")) throw new HindsightError("llm_output_invalid", "no JSON");
      return joined(batch);
    };
    await engine.retain(bank, items("One.", "Two.", "Three.", "Four.", "Five.", "Six.", "Seven.", "Eight."));
    await engine.idle();
    expect((await rows(bank)).filter(({ hasFailed }) => hasFailed).map(({ text, isDone }) => [text, isDone])).toEqual([["Five.", false]]);
    expect(sizes).toEqual([8, 8, 8, 4, 4, 2, 1, 1, 2]);
    expect((await operations(bank))[0]?.result_metadata).toMatchObject({ status: "completed", memories_processed: 8, memories_failed: 1 });
    expect(await bankStats(engine.db, bank)).toMatchObject({ pendingConsolidation: 0, failedConsolidation: 1 });

    isPoison = false;
    expect(await recoverConsolidation(engine.ctx, bank)).toBe(1);
    expect(await bankStats(engine.db, bank)).toMatchObject({ pendingConsolidation: 1, failedConsolidation: 0 });
    await engine.idle();
    expect(await operations(bank)).toHaveLength(1); // recovering queues nothing
    await requestConsolidation(engine.ctx, bank, null);
    await engine.idle();
    expect((await beliefs(bank)).at(-1)).toEqual(["Belief: Five.", []]);
    expect(await recoverConsolidation(engine.ctx, bank)).toBe(0);
  });

  test("a model that gives no usable object is not asked for every fact: after three in a row the run ends, and what was not tried is not marked", async () => {
    const bank = await newBank("broken-model", { consolidation_llm_parallelism: 1 });
    const sizes: number[] = [];
    planner = async (_ctx, _bank, batch) => {
      sizes.push(batch.facts.length);
      throw new HindsightError("llm_output_invalid", "no JSON");
    };
    const failed = async () => (await rows(bank)).filter(({ hasFailed }) => hasFailed).map(({ text }) => text);
    await engine.retain(bank, items("One.", "Two.", "Three.", "Four.", "Five.", "Six.", "Seven.", "Eight.", ["Tagged.", ["x"]]));
    await quiet(bank);
    expect(sizes).toEqual([8, 8, 8, 4, 2, 1, 1, 2, 1]);
    expect(await failed()).toEqual(["One.", "Two.", "Three."]);
    const [first] = await operations(bank);
    expect(first).toMatchObject({ status: "pending", attempts: 0, error_message: expect.stringContaining("3 facts in a row") });
    expect(first?.waitsSeconds).toBeLessThan(6);

    sizes.length = 0;
    await requestConsolidation(engine.ctx, bank, null); // brings it forward
    await quiet(bank);
    expect(sizes).toEqual([5, 3, 2, 1]); // still doubted: one try, and one fact
    expect(await failed()).toEqual(["One.", "Two.", "Three.", "Four."]);
    const [second] = await operations(bank);
    expect(second?.waitsSeconds).toBeGreaterThan(8);

    planner = async (_ctx, _bank, batch) => joined(batch);
    await requestConsolidation(engine.ctx, bank, null);
    await engine.idle();
    expect(await beliefs(bank)).toEqual([
      ["Belief: Five. Six. Seven. Eight.", []],
      ["Belief: Tagged.", ["x"]],
    ]);
    expect((await operations(bank))[0]?.result_metadata).toMatchObject({ status: "completed", memories_processed: 9, memories_failed: 4 });
  });

  test("a text that a model refuses is that fact's own: any number in a row are marked, and the rest is consolidated at once", async () => {
    const bank = await newBank("refused");
    planner = async (_ctx, _bank, batch) => {
      if (batch.facts.some(({ text }) => text !== "Five.")) throw new HindsightError("llm_refused", "not this");
      return joined(batch);
    };
    await engine.retain(bank, items("One.", "Two.", "Three.", "Four.", "Five."));
    await engine.idle();
    expect(await beliefs(bank)).toEqual([["Belief: Five.", []]]);
    expect((await rows(bank)).filter(({ hasFailed }) => hasFailed)).toHaveLength(4);
  });

  test("what is no fact's fault marks no fact: the work is put off, ever longer, and a limit until it turns", async () => {
    const bank = await newBank("outage");
    let failure = new HindsightError("llm_unavailable", "nobody answers");
    let calls = 0;
    planner = async () => {
      calls += 1;
      throw failure;
    };
    await engine.retain(bank, items("One.", "Two."));
    await quiet(bank);
    const [first] = await operations(bank);
    expect(first).toMatchObject({ status: "pending", error_message: "nobody answers", attempts: 0 });
    expect(first?.waitsSeconds).toBeGreaterThan(3);
    expect(first?.waitsSeconds).toBeLessThan(6);
    await requestConsolidation(engine.ctx, bank, null); // brings it forward
    await quiet(bank);
    const [second] = await operations(bank);
    expect(second?.waitsSeconds).toBeGreaterThan(8);
    expect(second?.waitsSeconds).toBeLessThan(11);
    expect(calls).toBe(2);
    failure = new HindsightError("spend_limit_reached", "spent", { details: { retryAt: new Date(Date.now() + 3_600_000) } });
    await requestConsolidation(engine.ctx, bank, null);
    await quiet(bank);
    const [third] = await operations(bank);
    expect(third?.waitsSeconds).toBeGreaterThan(3_500);
    expect((await rows(bank)).map(({ isDone, hasFailed }) => [isDone, hasFailed])).toEqual([
      [false, false],
      [false, false],
    ]);
    planner = async (_ctx, _bank, batch) => joined(batch);
    await requestConsolidation(engine.ctx, bank, null);
    await engine.idle();
    expect(await beliefs(bank)).toEqual([["Belief: One. Two.", []]]);
  });

  test("a group that fails stops the others, and no half of a batch is written", async () => {
    const bank = await newBank("siblings", { consolidation_llm_parallelism: 2 });
    const stopped: string[] = [];
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    planner = async (ctx, _bank, batch) => {
      if (batch.scope[0] === "bad") {
        await hasBegun;
        throw new HindsightError("llm_unavailable", "the original");
      }
      begun();
      await new Promise<void>((resolve) => ctx.signal.addEventListener("abort", () => resolve(), { once: true }));
      stopped.push(batch.scope.join());
      return joined(batch);
    };
    await engine.retain(bank, items(["Slow.", ["slow"]], ["Bad.", ["bad"]], ["Later.", ["later"]]));
    await quiet(bank);
    expect(stopped).toEqual(["slow"]);
    expect((await operations(bank))[0]).toMatchObject({ status: "pending", error_message: "the original" });
    expect(await beliefs(bank)).toEqual([]);
    planner = async (_ctx, _bank, batch) => joined(batch);
    await requestConsolidation(engine.ctx, bank, null);
    await engine.idle();
    expect(await beliefs(bank)).toHaveLength(3);
  });

  test("a fact that goes while a model thinks is in no belief: the others are planned anew", async () => {
    const bank = await newBank("goes-meanwhile");
    const seen: string[][] = [];
    planner = async (_ctx, _bank, batch) => {
      seen.push(batch.facts.map(({ text }) => text));
      if (seen.length === 1) {
        await engine.db.transaction(async (tx) => {
          await lockBank(tx, bank);
          const gone = batch.facts.filter(({ text }) => text === "The secret is tulip.").map(({ memoryNo }) => memoryNo);
          await forgetMemories(tx, bank, gone, { cause: "deleted", engine: engine.ctx });
        });
      }
      return joined(batch);
    };
    await engine.retain(bank, items("Ann likes tea.", "The secret is tulip."));
    await engine.idle();
    expect(seen).toEqual([["Ann likes tea.", "The secret is tulip."], ["Ann likes tea."]]);
    expect(await beliefs(bank)).toEqual([["Belief: Ann likes tea.", []]]);
  });

  test("a fact that changes while a model thinks is not done with: it is read again", async () => {
    const bank = await newBank("changes-meanwhile");
    const seen: string[][] = [];
    planner = async (_ctx, _bank, batch) => {
      seen.push(batch.facts.map(({ text }) => text));
      if (seen.length === 1) {
        await engine.db.query(
          sql`UPDATE memory SET text = 'Ann likes coffee.', updated_at = clock_timestamp() WHERE bank_id = ${bank.key} AND text = 'Ann likes tea.'`,
        );
      }
      return joined(batch);
    };
    await engine.retain(bank, items("Ann likes tea.", "Ben rows."));
    await engine.idle();
    expect(seen).toEqual([["Ann likes tea.", "Ben rows."], ["Ben rows."], ["Ann likes coffee."]]);
    expect(await beliefs(bank)).toEqual([
      ["Belief: Ben rows.", []],
      ["Belief: Ann likes coffee.", []],
    ]);
  });

  test("switched off it writes nothing: by itself, or at all; and the sweep finds what nobody consolidates", async () => {
    const bank = await newBank("switches", { enable_observations: false });
    await engine.retain(bank, items("One."));
    await engine.idle();
    expect(await operations(bank)).toEqual([]);
    await requestConsolidation(engine.ctx, bank, null);
    await engine.idle();
    expect((await operations(bank))[0]?.result_metadata).toMatchObject({ status: "disabled", memories_processed: 0 });
    const upkeep = startConsolidationUpkeep(engine.ctx, engine.tenant, (key) => findBankByKey(engine.db, engine.tenant, key));
    try {
      await upkeep.run();
      await engine.idle();
      expect(await operations(bank)).toHaveLength(1);
      await updateBank(engine.db, bank, { name: null, set: {}, clear: ["enable_observations"] });
      await upkeep.run();
      await engine.idle();
      expect(await beliefs(bank)).toEqual([["Belief: One.", []]]);
      await upkeep.run();
      expect(await operations(bank)).toHaveLength(2); // nothing waits any more
    } finally {
      await upkeep.stop();
    }
  });

  test("what fails for good is swept up ever more seldom", async () => {
    const bank = await newBank("for-good", { enable_auto_consolidation: false });
    await engine.retain(bank, items("One."));
    await updateBank(engine.db, bank, { name: null, set: {}, clear: ["enable_auto_consolidation"] });
    planner = async () => {
      throw new HindsightError("configuration_invalid", "a wrong key");
    };
    const upkeep = startConsolidationUpkeep(engine.ctx, engine.tenant, (key) => findBankByKey(engine.db, engine.tenant, key));
    const minutes = async (count: number) =>
      engine.db.query(
        sql`UPDATE operation SET completed_at = completed_at - ${count}::integer * interval '1 minute' WHERE bank_id = ${bank.key}`,
      );
    try {
      const found: number[] = [];
      for (let look = 0; look < 12; look += 1) {
        await upkeep.run();
        await engine.idle();
        found.push((await operations(bank)).length);
        await minutes(6);
      }
      expect(found).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4]);
    } finally {
      await upkeep.stop();
    }
  });
});
