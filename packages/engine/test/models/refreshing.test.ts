// When mental models are refreshed: once, not too soon, and never in a loop. What a refresh does is the test's own, so that it can fail at will.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import { REFRESH_MENTAL_MODEL } from "../../src/domain/learning.js";
import type { MentalModelFields } from "../../src/domain/mental-models.js";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import {
  changeModel,
  createModel,
  deferUntilDue,
  pageOfModels,
  readModel,
  refreshAfterConsolidation,
  refreshHandler,
  refreshModel,
  refreshScheduledModels,
} from "../../src/models/index.js";
import type { OperationHandler } from "../../src/operations/index.js";
import { runOperation } from "../../src/operations/run-operation.js";
import { type Db, sql } from "../../src/store/db.js";
import { readModelForRefresh } from "../../src/store/mental-models/read-model-for-refresh.js";
import { readStaleness } from "../../src/store/mental-models/read-staleness.js";
import { claimOperations } from "../../src/store/operations/claim-operations.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { scriptedModels } from "../support/scripted-models.js";

const CRON = { refreshCron: "0 6 * * *" };

interface Row {
  readonly id: string;
  readonly status: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly isParked: boolean;
}

describe.each(DATABASES)("refreshes on $name", (database) => {
  let engine: TestEngine;
  let bank: BankScope;
  let banks = 0;
  let now = new Date();

  beforeAll(async () => {
    engine = await openEngine(database, { background: false, now: () => now });
  });
  beforeEach(async () => {
    banks += 1;
    now = new Date();
    bank = await engine.bank(`bank${banks}`);
  });
  afterAll(() => engine.close());

  const make = (fields: Partial<MentalModelFields> = {}) =>
    engine.db.transaction((tx) => createModel(engine.ctx, tx, bank, { id: "m", name: "M", sourceQuery: "What?", ...fields }));
  const queued = async (): Promise<readonly Row[]> =>
    (
      await engine.db.query<Row>(sql`SELECT operation_id AS id, status, payload, next_attempt_at > clock_timestamp() AS "isParked" FROM operation
        WHERE bank_id = ${bank.key} AND type = ${REFRESH_MENTAL_MODEL} AND status IN ('pending', 'processing') ORDER BY sequence`)
    ).rows;
  /** As a refresh leaves a model that has seen all there is. */
  const refreshed = async (id = "m", at = sql`clock_timestamp()`) => {
    await engine.db.query(sql`UPDATE mental_model SET refreshed_source_query = source_query, content = 'Text.', last_refreshed_at = ${at}, failures = 0,
      last_full_refreshed_at = ${at}, last_memory_seen_at = clock_timestamp() WHERE bank_id = ${bank.key} AND id = ${id}`);
    await engine.db.query(sql`DELETE FROM operation WHERE bank_id = ${bank.key}`);
  };
  const isStale = async (id = "m") => {
    const [one, list, tree] = [
      await readModel(engine.ctx, bank, id),
      await pageOfModels(engine.ctx, bank, { limit: 9, offset: 0 }),
      await readStaleness(engine.db, bank, [id]),
    ];
    const all = [one.isStale, list.items.find((item) => item.id === id)?.isStale, tree.get(id)?.isStale];
    expect(new Set(all).size, "single read, list and tree agree").toBe(1);
    return one.isStale;
  };

  test("ten at once leave one waiting, and a refresh that runs holds up what a caller asks for, not what the server does", async () => {
    const { operationId } = await make({ trigger: { refreshAfterConsolidation: true } });
    const ids = await Promise.all(Array.from({ length: 10 }, () => refreshModel(engine.ctx, bank, "m")));
    expect(new Set(ids)).toEqual(new Set([operationId]));
    expect(await queued()).toMatchObject([{ id: operationId, status: "pending", isParked: false }]);

    await engine.retain(bank, "The team uses tabs.");
    await engine.db.query(sql`UPDATE operation SET status = 'processing', worker_id = 'w', leased_until = clock_timestamp() + interval '1 hour'
      WHERE bank_id = ${bank.key} AND operation_id = ${operationId}`);
    expect(await refreshAfterConsolidation(engine.ctx, bank, [[]])).toEqual([operationId]);
    expect(await queued()).toHaveLength(1);
    const asked = await refreshModel(engine.ctx, bank, "m");
    expect(asked).not.toBe(operationId);
    expect(await queued()).toHaveLength(2);
  });

  test("a model is stale by what changed in its scope alone, and every reader says the same", async () => {
    await make({ tags: ["x"] });
    expect(await isStale()).toBe(false); // an empty scope
    await engine.retain(bank, [{ content: "Ada is at home.", tags: ["x", "y"] }]);
    expect(await isStale()).toBe(true); // it has seen nothing of it
    await refreshed();
    expect(await isStale()).toBe(false);
    await engine.retain(bank, "Nobody is at home.");
    await engine.retain(bank, [{ content: "Bob is at home.", tags: ["y"] }]);
    expect(await isStale()).toBe(false);
    await engine.retain(bank, [{ content: "Cleo is at home.", tags: ["x"] }]);
    expect(await isStale()).toBe(true);
    await refreshed();
    await engine.db.transaction((tx) => changeModel(engine.ctx, tx, bank, "m", { tags: ["y"], trigger: { factTypes: ["observation"] } }));
    expect(await isStale()).toBe(false);
    await engine.db.query(sql`INSERT INTO mental_model_source (bank_id, model_id, memory_id, text)
      VALUES (${bank.key}, 'm', '00000000-0000-4000-8000-000000000001', 'gone')`);
    expect(await isStale()).toBe(true);
    expect(await readModel(engine.ctx, bank, "m")).toMatchObject({
      stalenessCode: "sources_gone",
      stalenessReason: "A memory that it stands on is gone.",
    });
  });

  test("reading a model is one read of the database, whatever it has to be compared with", async () => {
    await make({ tags: ["x"], trigger: { tagGroups: [{ or: [{ tags: ["x"] }, { tags: ["y"] }] }] } });
    await engine.retain(bank, [{ content: "Ada is at home.", tags: ["y"] }]);
    const asked: string[] = [];
    const query: Db["query"] = (statement) => {
      asked.push(statement.text);
      return engine.db.query(statement);
    };
    expect((await readModel({ db: { ...engine.db, query } }, bank, "m")).isStale).toBe(true);
    expect(asked).toHaveLength(1);
  });

  test("a consolidation refreshes the models that follow it, are stale, and whose tags it touched", async () => {
    const follow = { refreshAfterConsolidation: true };
    await make({ id: "all", trigger: follow });
    await make({ id: "red", tags: ["red"], trigger: follow });
    await make({ id: "red-any", tags: ["red"], trigger: { ...follow, tagsMatch: "any" } });
    await make({ id: "grouped", trigger: { ...follow, tagGroups: [{ tags: ["blue"] }] } });
    await make({ id: "by-hand" });
    const settle = async () => {
      for (const id of ["all", "red", "red-any", "grouped", "by-hand"]) await refreshed(id);
    };
    const asked = async (tagSets: readonly (readonly string[])[]) => {
      await refreshAfterConsolidation(engine.ctx, bank, tagSets);
      return (await queued()).map(({ payload }) => payload.mental_model_id).sort();
    };
    await settle();
    expect(await asked([[], ["red"]])).toEqual([]); // nothing is stale
    await engine.retain(bank, "An untagged fact.");
    expect(await asked([[]])).toEqual(["all", "red-any"]);
    await settle();
    await engine.retain(bank, [{ content: "A red fact.", tags: ["red"] }]);
    expect(await asked([["red"]])).toEqual(["all", "red", "red-any"]);
    expect((await queued()).every(({ payload }) => payload.automatic === true)).toBe(true);
    await settle();
    await engine.retain(bank, [{ content: "A blue fact.", tags: ["blue"] }]);
    expect(await asked([["blue"]])).toEqual(["all", "grouped"]);
  });

  test("inside the least interval a refresh is parked, once; who asks for it has it at once", async () => {
    await make({ trigger: { refreshAfterConsolidation: true, minRefreshIntervalSeconds: 600 } });
    await refreshed();
    await engine.retain(bank, "Something new.");
    const [first] = await refreshAfterConsolidation(engine.ctx, bank, [[]]);
    const [second] = await refreshAfterConsolidation(engine.ctx, bank, [[]]);
    expect(second).toBe(first);
    expect(await queued()).toMatchObject([{ id: first, isParked: true, payload: { automatic: true } }]);
    expect(await refreshModel(engine.ctx, bank, "m", "full")).toBe(first);
    expect(await queued()).toMatchObject([{ id: first, isParked: false, payload: { automatic: false, mode: "full" } }]);
    // control: without the interval it is not parked
    await refreshed();
    await engine.db.transaction((tx) => changeModel(engine.ctx, tx, bank, "m", { trigger: { minRefreshIntervalSeconds: null } }));
    await engine.retain(bank, "Something newer.");
    await refreshAfterConsolidation(engine.ctx, bank, [[]]);
    expect(await queued()).toMatchObject([{ isParked: false }]);
  });

  test("a schedule refreshes what is stale and due, no sooner, and rebuilds whole where it is told to", async () => {
    const sweep = () =>
      refreshScheduledModels(
        engine.ctx,
        engine.tenant,
        (key) => findBankByKey(engine.db, engine.tenant, key),
        new AbortController().signal,
      );
    now = new Date("2030-05-02T06:00:30Z");
    await make({ trigger: CRON });
    await engine.retain(bank, "Something is known.");
    await refreshed("m", sql`'2030-05-02T06:00:10Z'::timestamptz`);
    await engine.db.query(sql`UPDATE mental_model SET last_memory_seen_at = '2020-01-01' WHERE bank_id = ${bank.key}`);
    expect(await sweep()).toBe(0); // stale, refreshed since it last fired
    now = new Date("2030-05-03T05:59:59Z");
    expect(await sweep()).toBe(0);
    now = new Date("2030-05-03T06:00:01Z");
    expect(await sweep()).toBe(1);
    expect(await queued()).toMatchObject([{ payload: { mental_model_id: "m", automatic: true } }]);
    await refreshed("m", sql`'2030-05-02T06:00:10Z'::timestamptz`);
    expect(await sweep()).toBe(0); // due, and fresh
    const whole = { refreshCron: null, fullRefreshCron: "0 0 * * *" };
    await engine.db.transaction((tx) => changeModel(engine.ctx, tx, bank, "m", { trigger: whole }));
    expect(await sweep()).toBe(0); // nothing changed since it was written whole
    await engine.db.query(sql`UPDATE mental_model SET last_refreshed_at = '2030-05-02T07:00:00Z' WHERE bank_id = ${bank.key}`);
    expect(await sweep()).toBe(1); // deltas have changed it
    expect(await queued()).toMatchObject([{ payload: { mode: "full", automatic: true } }]);
  });

  test("a refresh that somebody asks for and that always fails ends after its tries, with each of them noted", async () => {
    const { operationId } = await make();
    await engine.retain(bank, "Something is known.");
    const complete = () => Promise.reject(new HindsightError("llm_unavailable", "Nobody answers."));
    const ctx = { ...engine.ctx, models: { ...scriptedModels([]), complete } };
    const options = { retry: { retries: 3, baseDelayMs: 0, maxDelayMs: 0 }, onEnd: async () => undefined };
    const claim = { types: [REFRESH_MENTAL_MODEL], leaseMs: 60_000, servedBanks: [], limit: 9, heldBanks: [], perBank: 9 };
    const outcomes: string[] = [];
    while (outcomes.length < 10) {
      const workerId = `w${outcomes.length}`;
      const [operation] = (await claimOperations(engine.db, engine.tenant, { ...claim, workerId })).filter(
        (one) => one.bankKey === bank.key,
      );
      if (operation === undefined) break;
      outcomes.push(await runOperation(ctx, bank, operation, { operationId, workerId }, refreshHandler, options));
    }
    expect(outcomes).toEqual(["retrying", "retrying", "retrying", "failed"]);
    expect(await readModelForRefresh(engine.db, bank, "m")).toMatchObject({ failures: 4 });
  });

  test("a day on which every refresh times out costs a handful of calls, however often the bank consolidates", {
    timeout: 120_000,
  }, async () => {
    let calls = 0;
    const failing: OperationHandler = async (ctx, of, { payload }) => {
      const model = await readModelForRefresh(ctx.db, of, payload.mental_model_id as string);
      if (model === null) throw new Error("the model is there");
      deferUntilDue(ctx, model, payload.automatic as boolean);
      calls += 1;
      await ctx.db.query(
        sql`UPDATE mental_model SET failures = failures + 1, last_refresh_failed_at = clock_timestamp() WHERE bank_id = ${of.key}`,
      );
      throw new HindsightError("refresh_failed", "The model did not answer in time.");
    };
    const options = { retry: { retries: 3, baseDelayMs: 60_000 / 16, maxDelayMs: 60_000 }, onEnd: async () => undefined };
    const work = async (minute: number) => {
      const claim = {
        types: [REFRESH_MENTAL_MODEL],
        workerId: `w${minute}`,
        leaseMs: 60_000,
        servedBanks: [],
        limit: 9,
        heldBanks: [],
        perBank: 9,
      };
      for (const operation of await claimOperations(engine.db, engine.tenant, claim)) {
        const hold = { operationId: operation.operationId, workerId: `w${minute}` };
        await runOperation(engine.ctx, bank, operation, hold, failing, options);
      }
    };
    /** A minute passes: all that the database wrote down lies a minute further back. */
    const pass = async () => {
      await engine.db.query(
        sql`UPDATE mental_model SET last_refresh_failed_at = last_refresh_failed_at - interval '1 minute' WHERE bank_id = ${bank.key}`,
      );
      await engine.db.query(sql`UPDATE operation SET next_attempt_at = next_attempt_at - interval '1 minute' WHERE bank_id = ${bank.key}`);
    };
    await engine.db.query(sql`DELETE FROM operation`);
    await make({ trigger: { refreshAfterConsolidation: true } });
    await refreshed();
    await engine.retain(bank, "Something new, which no refresh will ever tell.");
    let submits = 0;
    for (let minute = 0; minute < 1_440; minute += 1) {
      if (minute % 3 === 0) submits += (await refreshAfterConsolidation(engine.ctx, bank, [[]])).length;
      await work(minute);
      await pass();
    }
    expect(submits).toBe(480); // control: the server did ask, every time
    expect(calls).toBe(11);
  });
});
