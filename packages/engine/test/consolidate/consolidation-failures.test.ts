// What a consolidation does of what fails or changes under it, on both databases: what is marked, what is put off, what a failure costs.

import { describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import { recoverConsolidation, requestConsolidation, startConsolidationUpkeep } from "../../src/consolidate/index.js";
import { HindsightError } from "../../src/errors.js";
import { forgetMemories } from "../../src/forget/index.js";
import { bankStats } from "../../src/resources/bank-stats.js";
import { lockBank } from "../../src/store/banks/lock-bank.js";
import { updateBank } from "../../src/store/banks/update-bank.js";
import { sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";
import { consolidationJob, items, joined } from "./consolidation-job.js";

describe.each(DATABASES)("a consolidation that fails on $name", (database) => {
  const job = consolidationJob(database);
  const { newBank, rows, beliefs, operations, quiet } = job;

  test("a fact that fails is marked alone: its batch is halved down to it; recovered, it is taken again", async () => {
    const bank = await newBank("poison");
    const sizes: number[] = [];
    let isPoison = true;
    job.planner = async (_ctx, _bank, batch) => {
      sizes.push(batch.facts.length);
      if (isPoison && batch.facts.some(({ text }) => text === "Five.")) throw new HindsightError("llm_output_invalid", "no JSON");
      return joined(batch);
    };
    await job.engine.retain(bank, items("One.", "Two.", "Three.", "Four.", "Five.", "Six.", "Seven.", "Eight."));
    await job.engine.idle();
    expect((await rows(bank)).filter(({ hasFailed }) => hasFailed).map(({ text, isDone }) => [text, isDone])).toEqual([["Five.", false]]);
    expect(sizes).toEqual([8, 8, 8, 4, 4, 2, 1, 1, 2]);
    expect((await operations(bank))[0]?.result_metadata).toMatchObject({ status: "completed", memories_processed: 8, memories_failed: 1 });
    expect(await bankStats(job.engine.db, bank)).toMatchObject({ pendingConsolidation: 0, failedConsolidation: 1 });

    isPoison = false;
    expect(await recoverConsolidation(job.engine.ctx, bank)).toBe(1);
    expect(await bankStats(job.engine.db, bank)).toMatchObject({ pendingConsolidation: 1, failedConsolidation: 0 });
    await job.engine.idle();
    expect(await operations(bank)).toHaveLength(1); // recovering queues nothing
    await requestConsolidation(job.engine.ctx, bank, null);
    await job.engine.idle();
    expect((await beliefs(bank)).at(-1)).toEqual(["Belief: Five.", []]);
    expect(await recoverConsolidation(job.engine.ctx, bank)).toBe(0);
  });

  test("a model that gives no usable object is not asked for every fact: after three in a row the run ends, and what was not tried is not marked", async () => {
    const bank = await newBank("broken-model", { consolidation_llm_parallelism: 1 });
    const sizes: number[] = [];
    job.planner = async (_ctx, _bank, batch) => {
      sizes.push(batch.facts.length);
      throw new HindsightError("llm_output_invalid", "no JSON");
    };
    const failed = async () => (await rows(bank)).filter(({ hasFailed }) => hasFailed).map(({ text }) => text);
    await job.engine.retain(bank, items("One.", "Two.", "Three.", "Four.", "Five.", "Six.", "Seven.", "Eight.", ["Tagged.", ["x"]]));
    await quiet(bank);
    expect(sizes).toEqual([8, 8, 8, 4, 2, 1, 1, 2, 1]);
    expect(await failed()).toEqual(["One.", "Two.", "Three."]);
    const [first] = await operations(bank);
    expect(first).toMatchObject({ status: "pending", attempts: 0, error_message: expect.stringContaining("3 facts in a row") });
    expect(first?.waitsSeconds).toBeLessThan(6);

    sizes.length = 0;
    await requestConsolidation(job.engine.ctx, bank, null); // brings it forward
    await quiet(bank);
    expect(sizes).toEqual([5, 3, 2, 1]); // still doubted: one try, and one fact
    expect(await failed()).toEqual(["One.", "Two.", "Three.", "Four."]);
    const [second] = await operations(bank);
    expect(second?.waitsSeconds).toBeGreaterThan(8);

    job.planner = async (_ctx, _bank, batch) => joined(batch);
    await requestConsolidation(job.engine.ctx, bank, null);
    await job.engine.idle();
    expect(await beliefs(bank)).toEqual([
      ["Belief: Five. Six. Seven. Eight.", []],
      ["Belief: Tagged.", ["x"]],
    ]);
    expect((await operations(bank))[0]?.result_metadata).toMatchObject({ status: "completed", memories_processed: 9, memories_failed: 4 });
  });

  test("a text that a model refuses is that fact's own: any number in a row are marked, and the rest is consolidated at once", async () => {
    const bank = await newBank("refused");
    job.planner = async (_ctx, _bank, batch) => {
      if (batch.facts.some(({ text }) => text !== "Five.")) throw new HindsightError("llm_refused", "not this");
      return joined(batch);
    };
    await job.engine.retain(bank, items("One.", "Two.", "Three.", "Four.", "Five."));
    await job.engine.idle();
    expect(await beliefs(bank)).toEqual([["Belief: Five.", []]]);
    expect((await rows(bank)).filter(({ hasFailed }) => hasFailed)).toHaveLength(4);
  });

  test("what is no fact's fault marks no fact: the work is put off, ever longer, and a limit until it turns", async () => {
    const bank = await newBank("outage");
    let failure = new HindsightError("llm_unavailable", "nobody answers");
    let calls = 0;
    job.planner = async () => {
      calls += 1;
      throw failure;
    };
    await job.engine.retain(bank, items("One.", "Two."));
    await quiet(bank);
    const [first] = await operations(bank);
    expect(first).toMatchObject({ status: "pending", error_message: "nobody answers", attempts: 0 });
    expect(first?.waitsSeconds).toBeGreaterThan(3);
    expect(first?.waitsSeconds).toBeLessThan(6);
    await requestConsolidation(job.engine.ctx, bank, null); // brings it forward
    await quiet(bank);
    const [second] = await operations(bank);
    expect(second?.waitsSeconds).toBeGreaterThan(8);
    expect(second?.waitsSeconds).toBeLessThan(11);
    expect(calls).toBe(2);
    failure = new HindsightError("spend_limit_reached", "spent", { details: { retryAt: new Date(Date.now() + 3_600_000) } });
    await requestConsolidation(job.engine.ctx, bank, null);
    await quiet(bank);
    const [third] = await operations(bank);
    expect(third?.waitsSeconds).toBeGreaterThan(3_500);
    expect((await rows(bank)).map(({ isDone, hasFailed }) => [isDone, hasFailed])).toEqual([
      [false, false],
      [false, false],
    ]);
    job.planner = async (_ctx, _bank, batch) => joined(batch);
    await requestConsolidation(job.engine.ctx, bank, null);
    await job.engine.idle();
    expect(await beliefs(bank)).toEqual([["Belief: One. Two.", []]]);
  });

  test("a group that fails stops the others, and no half of a batch is written", async () => {
    const bank = await newBank("siblings", { consolidation_llm_parallelism: 2 });
    const stopped: string[] = [];
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    job.planner = async (ctx, _bank, batch) => {
      if (batch.scope[0] === "bad") {
        await hasBegun;
        throw new HindsightError("llm_unavailable", "the original");
      }
      begun();
      await new Promise<void>((resolve) => ctx.signal.addEventListener("abort", () => resolve(), { once: true }));
      stopped.push(batch.scope.join());
      return joined(batch);
    };
    await job.engine.retain(bank, items(["Slow.", ["slow"]], ["Bad.", ["bad"]], ["Later.", ["later"]]));
    await quiet(bank);
    expect(stopped).toEqual(["slow"]);
    expect((await operations(bank))[0]).toMatchObject({ status: "pending", error_message: "the original" });
    expect(await beliefs(bank)).toEqual([]);
    job.planner = async (_ctx, _bank, batch) => joined(batch);
    await requestConsolidation(job.engine.ctx, bank, null);
    await job.engine.idle();
    expect(await beliefs(bank)).toHaveLength(3);
  });

  test("a fact that goes while a model thinks is in no belief: the others are planned anew", async () => {
    const bank = await newBank("goes-meanwhile");
    const seen: string[][] = [];
    job.planner = async (_ctx, _bank, batch) => {
      seen.push(batch.facts.map(({ text }) => text));
      if (seen.length === 1) {
        await job.engine.db.transaction(async (tx) => {
          await lockBank(tx, bank);
          const gone = batch.facts.filter(({ text }) => text === "The secret is tulip.").map(({ memoryNo }) => memoryNo);
          await forgetMemories(tx, bank, gone, { cause: "deleted", engine: job.engine.ctx });
        });
      }
      return joined(batch);
    };
    await job.engine.retain(bank, items("Ann likes tea.", "The secret is tulip."));
    await job.engine.idle();
    expect(seen).toEqual([["Ann likes tea.", "The secret is tulip."], ["Ann likes tea."]]);
    expect(await beliefs(bank)).toEqual([["Belief: Ann likes tea.", []]]);
  });

  test("a fact that changes while a model thinks is not done with: it is read again", async () => {
    const bank = await newBank("changes-meanwhile");
    const seen: string[][] = [];
    job.planner = async (_ctx, _bank, batch) => {
      seen.push(batch.facts.map(({ text }) => text));
      if (seen.length === 1) {
        await job.engine.db.query(
          sql`UPDATE memory SET text = 'Ann likes coffee.', updated_at = clock_timestamp() WHERE bank_id = ${bank.key} AND text = 'Ann likes tea.'`,
        );
      }
      return joined(batch);
    };
    await job.engine.retain(bank, items("Ann likes tea.", "Ben rows."));
    await job.engine.idle();
    expect(seen).toEqual([["Ann likes tea.", "Ben rows."], ["Ben rows."], ["Ann likes coffee."]]);
    expect(await beliefs(bank)).toEqual([
      ["Belief: Ben rows.", []],
      ["Belief: Ann likes coffee.", []],
    ]);
  });

  test("what fails for good is swept up ever more seldom", async () => {
    const bank = await newBank("for-good", { enable_auto_consolidation: false });
    await job.engine.retain(bank, items("One."));
    await updateBank(job.engine.db, bank, { name: null, set: {}, clear: ["enable_auto_consolidation"] });
    job.planner = async () => {
      throw new HindsightError("configuration_invalid", "a wrong key");
    };
    const upkeep = startConsolidationUpkeep(job.engine.ctx, job.engine.tenant, (key) =>
      findBankByKey(job.engine.db, job.engine.tenant, key),
    );
    const minutes = async (count: number) =>
      job.engine.db.query(
        sql`UPDATE operation SET completed_at = completed_at - ${count}::integer * interval '1 minute' WHERE bank_id = ${bank.key}`,
      );
    try {
      const found: number[] = [];
      for (let look = 0; look < 12; look += 1) {
        await upkeep.run();
        await job.engine.idle();
        found.push((await operations(bank)).length);
        await minutes(6);
      }
      expect(found).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4]);
    } finally {
      await upkeep.stop();
    }
  });
});
