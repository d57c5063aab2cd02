import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyPlan } from "../../src/consolidate/apply/index.js";
import type { Applied, Batch, BatchPlan, PlannedSource } from "../../src/consolidate/plan.js";
import type { BankScope } from "../../src/domain/scope.js";
import { sql } from "../../src/store/db.js";
import { ensureModel } from "../../src/store/vectors/ensure-model.js";
import { openEngine, type StoredMemory, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";

describe.each(DATABASES)("applying the plan of a batch on $name", (database) => {
  let engine: TestEngine;
  let bank: BankScope;
  let facts: readonly StoredMemory[];
  let banks = 0;

  beforeAll(async () => {
    engine = await openEngine(database, { background: false, env: { HINDSIGHT_API_OBSERVATION_HISTORY_MAX_ENTRIES: "2" } });
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    bank = await engine.bank(`apply-${banks++}`);
    await engine.retain(bank, [
      { content: "Mara hikes in the Alps every summer.", documentId: "first", timestamp: "2026-03-01T10:00:00Z" },
      { content: "Mara hurt her knee.", documentId: "second", timestamp: "2026-04-01T10:00:00Z" },
      { content: "Ben likes tea.", documentId: "third", timestamp: "2026-02-01T10:00:00Z" },
    ]);
    facts = await engine.memories(bank);
    expect(facts).toHaveLength(3); // control: one memory for each
  });

  const no = (index: number): number => facts[index]?.memory_no ?? -1;
  const idOf = (index: number): string => facts[index]?.id ?? "";
  const source = (index: number, quote: string | null = null): PlannedSource => ({ memoryNo: no(index), quote });
  const said = (text: string) => ({ text, vector: null, language: "en", reason: "because" });
  function batch(scope: readonly string[] = []): Batch {
    return {
      facts: facts.map((fact) => ({
        memoryNo: fact.memory_no,
        id: fact.id,
        kind: "world" as const,
        text: fact.text,
        context: null,
        tags: fact.tags,
        language: "en",
        occurredStart: null,
        occurredEnd: null,
        mentionedAt: fact.mentioned_at,
        documentId: fact.document_id,
      })),
      scope,
      rules: { mission: null, limit: -1, sourceFactsMaxTokens: 100, sourceFactsMaxTokensPerObservation: 100 },
    };
  }
  function apply(plan: Partial<BatchPlan>): Promise<Applied> {
    const whole: BatchPlan = { batch: batch(), modelId: null, deletes: [], updates: [], creates: [], merges: [], ...plan };
    return engine.db.transaction((tx) => applyPlan(engine.ctx, tx, bank, whole));
  }
  const observations = async () => (await engine.memories(bank)).filter(({ kind }) => kind === "observation");
  async function made(text: string, ...sources: readonly PlannedSource[]): Promise<number> {
    await apply({ creates: [{ ...said(text), sources }] });
    return (await observations()).find((one) => one.text === text)?.memory_no ?? -1;
  }
  const evidence = async (observationNo: number) =>
    (
      await engine.db.query<{ fact: number; quote: string | null }>(sql`SELECT memory_no AS fact, quote FROM observation_source
        WHERE bank_id = ${bank.key} AND observation_no = ${observationNo} ORDER BY memory_no`)
    ).rows;
  const history = async (observationNo: number) =>
    (
      await engine.db.query<{ version: number; text: string; added: readonly string[]; reason: string }>(sql`
        SELECT version, previous_text AS text, new_source_ids AS added, reason FROM observation_history
        WHERE bank_id = ${bank.key} AND observation_no = ${observationNo} ORDER BY version`)
    ).rows;
  const posted = async (term: string) =>
    (
      await engine.db.query<{ no: number }>(
        sql`SELECT memory_no AS no FROM posting WHERE bank_id = ${bank.key} AND term = ${term} ORDER BY memory_no`,
      )
    ).rows.map((row) => row.no);

  test("a new observation has its evidence, its count, its times and its index, and is told to the documents behind it", async () => {
    const modelId = await ensureModel(engine.db, engine.tenant, engine.ctx.encoder.model);
    const vector = new Float32Array(engine.ctx.encoder.model.dimension);
    vector[0] = 1;
    const applied = await apply({
      batch: batch(["mara"]),
      modelId,
      creates: [{ ...said("Mara, who hiked the Alps, hurt her knee."), vector, sources: [source(0, "hikes in the Alps"), source(1)] }],
    });
    const [observation] = await observations();
    expect(observation).toMatchObject({
      text: "Mara, who hiked the Alps, hurt her knee.",
      kind: "observation",
      tags: ["mara"],
      proof_count: 2,
      document_id: null,
      occurred_start: null,
      mentioned_at: new Date("2026-04-01T10:00:00Z"),
    });
    const id = observation?.id ?? "";
    const number = observation?.memory_no ?? -1;
    expect(await evidence(number)).toEqual([
      { fact: no(0), quote: "hikes in the Alps" },
      { fact: no(1), quote: null },
    ]);
    expect(await posted("knee")).toEqual([no(1), number]);
    expect(applied).toEqual({
      created: [id],
      updated: [],
      deleted: [],
      merged: 0,
      skipped: 0,
      byDocument: new Map([
        ["first", { created: [id], updated: [], deleted: [] }],
        ["second", { created: [id], updated: [], deleted: [] }],
      ]),
    });
    const { rows } = await engine.db.query(sql`
      SELECT (SELECT count(*) FROM memory_vector WHERE bank_id = ${bank.key} AND memory_no = ${number}) AS vectors,
             (SELECT count(*) FROM embedding_queue WHERE bank_id = ${bank.key} AND memory_no = ${number}) AS waiting`);
    expect(rows).toEqual([{ vectors: 1, waiting: 0 }]);
  });

  test("without a vector an observation waits for one", async () => {
    const number = await made("Ben is fond of tea.", source(2));
    const { rows } = await engine.db.query(
      sql`SELECT memory_no AS no FROM embedding_queue WHERE bank_id = ${bank.key} AND memory_no = ${number}`,
    );
    expect(rows).toEqual([{ no: number }]);
  });

  test("what an observation said before stays in its history, and its index says the new", async () => {
    const number = await made("Mara is a hiker.", source(0));
    const applied = await apply({
      updates: [{ ...said("Mara has stopped walking."), observationNo: number, expectedText: "Mara is a hiker.", sources: [source(1)] }],
    });
    const [now] = await observations();
    expect(now).toMatchObject({ text: "Mara has stopped walking.", proof_count: 2, mentioned_at: new Date("2026-04-01T10:00:00Z") });
    expect(applied.updated).toEqual([now?.id]);
    expect(applied.byDocument).toEqual(new Map([["second", { created: [], updated: [now?.id], deleted: [] }]]));
    expect(await history(number)).toEqual([{ version: 1, text: "Mara is a hiker.", added: [idOf(1)], reason: "because" }]);
    expect(await posted("hiker")).toEqual([]);
    expect(await posted("stop")).toEqual([number]);
  });

  test("only so many versions are kept", async () => {
    const number = await made("one", source(0));
    for (const [before, after] of [
      ["one", "two"],
      ["two", "three"],
      ["three", "four"],
    ] as const) {
      await apply({ updates: [{ ...said(after), observationNo: number, expectedText: before, sources: [source(1)] }] });
    }
    expect((await history(number)).map(({ version, text }) => [version, text])).toEqual([
      [2, "two"],
      [3, "three"],
    ]);
  });

  test("an update of what says something else by now adds its evidence and leaves the text", async () => {
    const number = await made("Mara is a hiker.", source(0));
    await apply({ updates: [{ ...said("lost"), observationNo: number, expectedText: "not this", sources: [source(1, "hurt her knee")] }] });
    const [now] = await observations();
    expect(now).toMatchObject({ text: "Mara is a hiker.", proof_count: 2 });
    expect(await evidence(number)).toContainEqual({ fact: no(1), quote: "hurt her knee" });
    expect(await history(number)).toEqual([]);
  });

  test("facts that went, were edited or have other tags by now are no evidence, and without any nothing is written", async () => {
    const planned = batch();
    await engine.db.query(sql`DELETE FROM memory WHERE bank_id = ${bank.key} AND memory_no = ${no(0)}`);
    await engine.db.query(sql`UPDATE memory SET text = 'edited' WHERE bank_id = ${bank.key} AND memory_no = ${no(1)}`);
    const create = (text: string, ...sources: readonly PlannedSource[]) => ({ ...said(text), sources });
    const applied = await apply({
      batch: planned,
      creates: [create("of none", source(0), source(1)), create("of one", source(0), source(2))],
    });
    expect((await observations()).map(({ text }) => text)).toEqual(["of one"]);
    expect(applied).toMatchObject({ skipped: 1 });
    const [kept] = await observations();
    expect(await evidence(kept?.memory_no ?? -1)).toEqual([{ fact: no(2), quote: null }]);
    await engine.db.query(sql`UPDATE memory SET tags = '{other}' WHERE bank_id = ${bank.key} AND memory_no = ${no(2)}`);
    expect(await apply({ batch: planned, creates: [create("of a stranger", source(2))] })).toMatchObject({ created: [], skipped: 1 });
  });

  test("two plans that make the same observation make one", async () => {
    const number = await made("Mara is a hiker.", source(0));
    const applied = await apply({ creates: [{ ...said("Mara is a hiker."), sources: [source(1)] }] });
    expect(applied).toMatchObject({ created: [], skipped: 0 });
    expect((await observations()).map(({ text }) => text)).toEqual(["Mara is a hiker."]);
    expect((await evidence(number)).map(({ fact }) => fact)).toEqual([no(0), no(1)]);
  });

  test("an observation of other tags is neither changed nor deleted", async () => {
    await apply({ batch: batch(["mara"]), creates: [{ ...said("Mara is a hiker."), sources: [source(0)] }] });
    const number = (await observations())[0]?.memory_no ?? -1;
    const applied = await apply({
      deletes: [{ observationNo: number, reason: null }],
      updates: [{ ...said("taken over"), observationNo: number, expectedText: "Mara is a hiker.", sources: [source(2)] }],
    });
    expect(applied).toMatchObject({ updated: [], deleted: [], skipped: 2 });
    expect((await observations()).map(({ text, tags }) => [text, tags])).toEqual([["Mara is a hiker.", ["mara"]]]);
  });

  test("an observation that is deleted goes with its history, and its documents are told", async () => {
    const number = await made("Mara is a hiker.", source(0));
    await apply({ updates: [{ ...said("Mara walks."), observationNo: number, expectedText: "Mara is a hiker.", sources: [source(1)] }] });
    const id = (await observations())[0]?.id;
    const applied = await apply({ deletes: [{ observationNo: number, reason: "void" }] });
    expect(applied.deleted).toEqual([id]);
    expect([...applied.byDocument.keys()].sort()).toEqual(["first", "second"]);
    expect(await observations()).toEqual([]);
    expect(await history(number)).toEqual([]);
    expect(await posted("walk")).toEqual([]);
  });

  test("two observations that say one thing become one, with the evidence and the times of both", async () => {
    await engine.db.query(sql`UPDATE memory SET occurred_start = '2026-01-01', occurred_end = '2026-01-02', date_precision = 'day'
      WHERE bank_id = ${bank.key} AND memory_no = ${no(0)}`);
    await engine.db.query(sql`UPDATE memory SET occurred_start = '2026-03-01', occurred_end = '2026-03-31', date_precision = 'month'
      WHERE bank_id = ${bank.key} AND memory_no = ${no(1)}`);
    const into = await made("Mara is a hiker.", source(0));
    const from = await made("Mara goes hiking.", source(1, "hurt her knee"));
    const merge = { ...said("Mara hikes."), fromNo: from, intoNo: into };
    expect(await apply({ merges: [{ ...merge, expectedText: "something else" }] })).toMatchObject({ merged: 0, skipped: 1 }); // control
    expect(await apply({ merges: [{ ...merge, expectedText: "Mara is a hiker." }] })).toMatchObject({ merged: 1, skipped: 0 });
    const left = await observations();
    expect(left).toHaveLength(1);
    expect(left[0]).toMatchObject({
      memory_no: into,
      text: "Mara hikes.",
      proof_count: 2,
      occurred_start: new Date("2026-01-01T00:00:00Z"),
      occurred_end: new Date("2026-03-31T00:00:00Z"),
      date_precision: "month",
    });
    expect(await evidence(into)).toEqual([
      { fact: no(0), quote: null },
      { fact: no(1), quote: "hurt her knee" },
    ]);
    expect((await history(into)).map(({ text, added }) => [text, added])).toEqual([["Mara is a hiker.", [idOf(1)]]]);
  });
});
