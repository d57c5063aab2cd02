// A day on which no refresh of a model comes to anything, with the refresh that the server really does: what it costs is bounded and small, it is shown that
// the model fails, and the first good answer ends it.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import { REFRESH_MENTAL_MODEL } from "../../src/domain/learning.js";
import type { Trigger } from "../../src/domain/mental-models.js";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import {
  createModel,
  historyOfModel,
  readModel,
  refreshAfterConsolidation,
  refreshHandler,
  refreshScheduledModels,
} from "../../src/models/index.js";
import { runOperation } from "../../src/operations/run-operation.js";
import { type LanguageModels, NO_MODELS, NO_USAGE, type TextAnswer } from "../../src/providers/llm/index.js";
import { sql } from "../../src/store/db.js";
import { claimOperations } from "../../src/store/operations/claim-operations.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";

/** Steps of the day, in minutes: at each the server looks whether the model is due, as after a consolidation, and works off what waits. */
const STEP = 3;
const STEPS = 1_440 / STEP;
/** Steps between two retains. */
const RETAIN_EVERY = 20;
/** As the worker has them. */
const RETRY = { retries: 3, baseDelayMs: 60_000 / 16, maxDelayMs: 60_000 };

/** What a model does that is of no use. */
type Failing = "time out" | "answer with nothing";

describe.each(DATABASES)("a day of failures on $name", (database) => {
  let engine: TestEngine;
  let bank: BankScope;
  let banks = 0;
  let calls = 0;
  let failing: Failing | null = null;

  /** Searches, then writes one sentence, where it does not fail. */
  async function complete(request: Parameters<LanguageModels["complete"]>[0]): Promise<TextAnswer> {
    calls += 1;
    const base = { text: "", toolCalls: [], finishReason: "stop", usage: NO_USAGE, provider: "scripted", model: "scripted-1" } as const;
    if (failing === "time out") throw new HindsightError("llm_unavailable", "The model did not answer within 120 s.");
    const wanted = typeof request.toolChoice === "object" ? request.toolChoice.name : null;
    const input = { reason: "to know", query: "harbour" };
    if (wanted !== null) return { ...base, toolCalls: [{ id: `call_${calls}`, name: wanted, input }] };
    const blocks = failing === null ? ["The harbour is open."] : [];
    const document = { sections: blocks.length === 0 ? [] : [{ heading: "Known", blocks }] };
    return { ...base, toolCalls: [{ id: `call_${calls}`, name: "done", input: { document, memory_ids: [] } }] };
  }
  const models: LanguageModels = {
    ...NO_MODELS,
    has: (purpose) => purpose === "mental_model_refresh",
    describe: () => ({ provider: "scripted", model: "scripted-1", seesImages: false }),
    complete,
    completeObject: () => Promise.reject(new HindsightError("llm_unavailable", "The model did not answer within 120 s.")),
  };

  beforeAll(async () => {
    engine = await openEngine(database, { background: false, encoder: wordEncoder(), models });
  });
  beforeEach(async () => {
    banks += 1;
    bank = await engine.bank(`day${banks}`);
    calls = 0;
    await engine.db.query(sql`DELETE FROM operation`);
    await engine.db.query(sql`DELETE FROM mental_model`); // a schedule looks at all banks
  });
  afterAll(() => engine.close());

  async function work(step: number): Promise<void> {
    const workerId = `w${step}`;
    const claim = { types: [REFRESH_MENTAL_MODEL], workerId, leaseMs: 60_000, servedBanks: [], limit: 9, heldBanks: [], perBank: 9 };
    for (const operation of await claimOperations(engine.db, engine.tenant, claim)) {
      const hold = { operationId: operation.operationId, workerId };
      await runOperation(engine.ctx, bank, operation, hold, refreshHandler, { retry: RETRY, onEnd: async () => undefined });
    }
  }

  /** Time passes: all that the database wrote down of the model and its refreshes lies a step further back. */
  async function pass(): Promise<void> {
    const step = sql`${STEP}::integer * interval '1 minute'`;
    await engine.db.query(sql`UPDATE mental_model SET last_refresh_failed_at = last_refresh_failed_at - ${step},
      last_refreshed_at = last_refreshed_at - ${step} WHERE bank_id = ${bank.key}`);
    await engine.db.query(sql`UPDATE operation SET next_attempt_at = next_attempt_at - ${step} WHERE bank_id = ${bank.key}`);
  }

  const ask: Readonly<Record<string, () => Promise<number>>> = {
    "after each consolidation": async () => (await refreshAfterConsolidation(engine.ctx, bank, [[]])).length,
    "by a schedule": () =>
      refreshScheduledModels(
        engine.ctx,
        engine.tenant,
        (key) => findBankByKey(engine.db, engine.tenant, key),
        new AbortController().signal,
      ),
  };
  const triggers: Readonly<Record<string, Partial<Trigger>>> = {
    "after each consolidation": { mode: "delta", refreshAfterConsolidation: true },
    "by a schedule": { mode: "delta", refreshCron: "* * * * *" },
  };
  const state = async () =>
    (
      await engine.db.query<{ failures: number; live: number }>(sql`SELECT failures::integer, (SELECT count(*)::integer FROM operation o
        WHERE o.bank_id = m.bank_id AND o.status IN ('pending', 'processing')) AS live FROM mental_model m WHERE bank_id = ${bank.key}`)
    ).rows[0];

  const cases: readonly { readonly when: string; readonly how: Failing }[] = [
    { when: "after each consolidation", how: "time out" },
    { when: "by a schedule", how: "answer with nothing" },
  ];

  test.each(cases)(
    "calls of models that $how, asked for $when, are few; the standing answer says that it fails",
    { timeout: 240_000 },
    async ({ when, how }) => {
      await engine.db.query(sql`DELETE FROM operation`);
      failing = null;
      await engine.retain(bank, "The harbour opens at nine.");
      await engine.db.transaction((tx) =>
        createModel(engine.ctx, tx, bank, { id: "m", name: "M", sourceQuery: "What of the harbour?", trigger: triggers[when] ?? {} }),
      );
      await work(-1);
      const before = await readModel(engine.ctx, bank, "m");
      expect(before).toMatchObject({ content: "## Known\n\nThe harbour is open.\n", isStale: false, lastRefreshFailedAt: null }); // control
      const perRefresh = calls;
      await engine.db.query(sql`UPDATE mental_model SET content = '', structure = NULL WHERE bank_id = ${bank.key}`); // each refresh is a full one

      failing = how;
      calls = 0;
      let asked = 0;
      let most = 0;
      for (let step = 0; step < STEPS; step += 1) {
        if (step % RETAIN_EVERY === 0) await engine.retain(bank, `Ship ${step} enters the harbour.`);
        asked += await (ask[when] as () => Promise<number>)();
        most = Math.max(most, (await state())?.live ?? 0);
        await work(step);
        await pass();
      }
      expect(asked).toBeGreaterThanOrEqual(STEPS - 1); // control: the server did ask, every time but that right behind the first refresh
      expect(most).toBe(1); // and never more than one waited
      const { failures } = (await state()) as { readonly failures: number };
      expect(failures).toBe(11);
      expect(calls).toBeGreaterThanOrEqual(failures); // control: each of them did call
      expect(calls).toBeLessThanOrEqual(failures * (perRefresh + 2));

      const after = await readModel(engine.ctx, bank, "m");
      expect(after).toMatchObject({ content: "", isStale: true, lastRefreshedAt: expect.any(Date), lastRefreshFailedAt: expect.any(Date) });
      expect(after.reflectResponse).toMatchObject({
        outcome: expect.stringMatching(/^refresh_failed/u),
        refresh_skipped: expect.any(String),
      });
      const history = await historyOfModel(engine.ctx, bank, "m");
      expect(history.map(({ kind }) => kind)).toEqual(["failure"]); // one entry for a row of failures: a day of them buries nothing

      failing = null;
      for (let step = 0; step <= STEPS && (await state())?.failures !== 0; step += 1) {
        await (ask[when] as () => Promise<number>)();
        await work(STEPS + step);
        await pass();
      }
      expect(await readModel(engine.ctx, bank, "m")).toMatchObject({ content: before.content, isStale: false });
    },
  );
});
