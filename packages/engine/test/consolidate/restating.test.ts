// Without a language model facts are consolidated once they have their vectors, and not before; with none to be had the work ends.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyPlan, type Batch, consolidationHandler, requestConsolidation } from "../../src/consolidate/index.js";
import { CONSOLIDATION } from "../../src/domain/learning.js";
import type { BankScope } from "../../src/domain/scope.js";
import { registerHandler } from "../../src/operations/index.js";
import { sql } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { sharedEncoder } from "../support/encoder.js";

describe.each(DATABASES)("consolidation without a model on $name", (database) => {
  let engine: TestEngine;
  const batches: Batch[] = [];
  let isDown = false;

  beforeAll(async () => {
    registerHandler(
      CONSOLIDATION,
      consolidationHandler({
        planWithModel: () => Promise.reject(new Error("there is no model")),
        async planRestatements(_ctx, _bank, batch) {
          batches.push(batch);
          return { batch, modelId: null, deletes: [], updates: [], creates: [], merges: [] };
        },
        applyPlan,
        afterDrain: async () => 0,
      }),
    );
    const real = sharedEncoder();
    const encoder = {
      ...real,
      embedPassages: (texts: readonly string[], signal?: AbortSignal) =>
        isDown ? Promise.reject(new Error("the encoder is down")) : real.embedPassages(texts, signal),
    };
    engine = await openEngine(database, { encoder, env: { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "true" } });
  });
  afterAll(() => engine.close());

  const results = async (bank: BankScope) =>
    (
      await engine.db.query<{ status: string; result_metadata: Readonly<Record<string, unknown>> }>(
        sql`SELECT status, result_metadata FROM operation WHERE bank_id = ${bank.key} AND type = ${CONSOLIDATION} ORDER BY sequence`,
      )
    ).rows;
  const done = async (bank: BankScope) =>
    (await engine.db.query<{ done: number }>(sql`SELECT count(consolidated_at) AS done FROM memory WHERE bank_id = ${bank.key}`)).rows[0]
      ?.done;

  test("facts of one set of tags come together, all that a page holds, with their vectors", async () => {
    const bank = await engine.bank("together");
    const items = Array.from({ length: 12 }, (_, i) => ({ content: `Ann likes tea number ${i}.`, documentId: `d-${i}`, tags: ["ann"] }));
    await engine.retain(bank, items, { async: true });
    await engine.idle();
    expect(await done(bank)).toBe(12);
    expect(batches.flatMap(({ facts }) => facts)).toHaveLength(12);
    expect(batches.every(({ scope }) => scope.join() === "ann")).toBe(true);
    expect((await results(bank)).every(({ status }) => status === "completed")).toBe(true);
  });

  test("without an encoder nothing is consolidated and nothing spins: the facts wait for a later consolidation", async () => {
    isDown = true;
    batches.length = 0;
    const bank = await engine.bank("no-vectors");
    await engine.retain(bank, "Ben rows.");
    await engine.operations?.idle();
    expect(await done(bank)).toBe(0);
    expect(batches).toEqual([]);
    expect((await results(bank)).at(-1)).toMatchObject({ status: "completed", result_metadata: { status: "no_new_memories" } });
    isDown = false;
    await engine.embedding?.idle();
    await requestConsolidation(engine.ctx, bank, null);
    await engine.idle();
    expect(await done(bank)).toBe(1);
    expect(batches).toHaveLength(1); // control
  });
});
