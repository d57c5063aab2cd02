// A consolidation as a job, on both databases, with planners that are functions: what is grouped, what is marked, what is told at the end.

import { describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import { requestConsolidation, startConsolidationUpkeep } from "../../src/consolidate/index.js";
import { HindsightError } from "../../src/errors.js";
import { bankStats } from "../../src/resources/bank-stats.js";
import { updateBank } from "../../src/store/banks/update-bank.js";
import { sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { consolidationJob, items, joined } from "./consolidation-job.js";

describe.each(DATABASES)("consolidation on $name", (database) => {
  const job = consolidationJob(database);
  const { newBank, rows, beliefs, operations } = job;

  test("a retain is consolidated by itself, once, and nothing but the marks moves", async () => {
    const bank = await newBank("by-itself");
    const before = new Date();
    await job.engine.retain(bank, items("Ann likes tea.", "Ben likes coffee."));
    const written = await rows(bank);
    await job.engine.idle();
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
    const stats = await bankStats(job.engine.db, bank);
    expect(stats).toMatchObject({ pendingConsolidation: 0, failedConsolidation: 0 });
    expect(stats.lastConsolidatedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000);
    const events = await job.engine.db.query<{ document_id: string; made: number }>(
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
    job.planner = async (_ctx, _bank, batch) => {
      seen.push([batch.scope, batch.facts.map(({ text }) => text)]);
      return joined(batch);
    };
    await job.engine.retain(
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
    await job.engine.idle();
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
    expect(job.drained).toHaveLength(1);
    expect(job.drained[0]?.map((set) => set.join()).sort()).toEqual(["", "a", "a,b", "b"]);
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
    job.planner = async (_ctx, _bank, batch) => {
      begun();
      await gate;
      return joined(batch);
    };
    await job.engine.retain(bank, items(["Ann likes tea.", ["x"]]));
    await working;
    const submitted = await Promise.all(Array.from({ length: 10 }, () => requestConsolidation(job.engine.ctx, bank, null)));
    expect(new Set(submitted.map(({ operationId }) => operationId)).size).toBe(1);
    expect(submitted.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1);
    const scoped = await requestConsolidation(job.engine.ctx, bank, [["y"]]);
    const again = await requestConsolidation(job.engine.ctx, bank, [["y"]]);
    expect(scoped.operationId).not.toBe(again.operationId);
    expect([scoped.deduplicated, again.deduplicated]).toEqual([false, false]);
    await job.engine.retain(bank, [{ content: "Ben likes coffee.", tags: ["y"], documentId: "ben" }]);
    expect((await operations(bank)).filter(({ status }) => status === "pending")).toHaveLength(3); // the retain folded into the one that waits
    go();
    await job.engine.idle();
    expect((await operations(bank)).map(({ status, result_metadata }) => [status, result_metadata.memories_processed])).toEqual([
      ["completed", 2], // goes on until nothing waits
      ["completed", 0],
      ["completed", 0],
      ["completed", 0],
    ]);
  });

  test("a run of scopes takes the facts whose tags hold one of them, and no others", async () => {
    const bank = await newBank("of-scopes", { enable_auto_consolidation: false });
    await job.engine.retain(bank, items(["One.", ["a", "b"]], ["Two.", ["a"]], ["Three.", ["c"]], "Four."));
    await job.engine.idle();
    expect(await operations(bank)).toEqual([]); // by itself it does nothing
    await requestConsolidation(job.engine.ctx, bank, [["b", "a"], ["c"]]);
    await job.engine.idle();
    expect((await rows(bank)).filter(({ kind }) => kind !== "observation").map(({ text, isDone }) => [text, isDone])).toEqual([
      ["One.", true],
      ["Two.", false],
      ["Three.", true],
      ["Four.", false],
    ]);
  });

  test("rounds follow one another until nothing waits, and all their tags are told once, at the end", async () => {
    const bank = await newBank("rounds", { consolidation_max_memories_per_round: 2, consolidation_llm_batch_size: 1 });
    await job.engine.retain(bank, items(["One.", ["a"]], ["Two.", ["a"]], ["Three.", ["b"]], ["Four.", ["c"]], ["Five.", ["c"]]));
    await job.engine.idle();
    const rounds = await operations(bank);
    expect(rounds.map(({ status, result_metadata }) => [status, result_metadata.memories_processed])).toEqual([
      ["completed", 2],
      ["completed", 2],
      ["completed", 1],
    ]);
    expect(job.drained.map((sets) => sets.map((set) => set.join()).sort())).toEqual([["a", "b", "c"]]);
    expect(await beliefs(bank)).toHaveLength(5);
  });

  test("when what follows the drain fails, the tags are told again, and nothing is consolidated twice", async () => {
    const bank = await newBank("after-drain");
    let calls = 0;
    job.afterDrain = async () => {
      calls += 1;
      if (calls === 1) throw new HindsightError("database_unavailable", "gone for a moment", { details: { retryAt: new Date() } });
      return 3;
    };
    await job.engine.retain(bank, items(["One.", ["a"]]));
    await job.engine.idle();
    expect(job.drained).toEqual([[["a"]], [["a"]]]);
    expect(await beliefs(bank)).toEqual([["Belief: One.", ["a"]]]);
    expect((await operations(bank))[0]?.result_metadata).toMatchObject({
      status: "completed",
      memories_processed: 1,
      observations_created: 1,
      mental_models_refreshed: 3,
    });
  });

  test("switched off it writes nothing: by itself, or at all; and the sweep finds what nobody consolidates", async () => {
    const bank = await newBank("switches", { enable_observations: false });
    await job.engine.retain(bank, items("One."));
    await job.engine.idle();
    expect(await operations(bank)).toEqual([]);
    await requestConsolidation(job.engine.ctx, bank, null);
    await job.engine.idle();
    expect((await operations(bank))[0]?.result_metadata).toMatchObject({ status: "disabled", memories_processed: 0 });
    const upkeep = startConsolidationUpkeep(job.engine.ctx, job.engine.tenant, (key) =>
      findBankByKey(job.engine.db, job.engine.tenant, key),
    );
    try {
      await upkeep.run();
      await job.engine.idle();
      expect(await operations(bank)).toHaveLength(1);
      await updateBank(job.engine.db, bank, { name: null, set: {}, clear: ["enable_observations"] });
      await upkeep.run();
      await job.engine.idle();
      expect(await beliefs(bank)).toEqual([["Belief: One.", []]]);
      await upkeep.run();
      expect(await operations(bank)).toHaveLength(2); // nothing waits any more
    } finally {
      await upkeep.stop();
    }
  });
});
