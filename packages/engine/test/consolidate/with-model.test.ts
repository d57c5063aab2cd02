import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyPlan } from "../../src/consolidate/apply/index.js";
import type { Applied, Batch, BatchPlan } from "../../src/consolidate/plan.js";
import { planWithModel } from "../../src/consolidate/with-model/index.js";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import type { LlmRequest } from "../../src/providers/llm/index.js";
import { recall } from "../../src/recall/index.js";
import { sql } from "../../src/store/db.js";
import { openEngine, type StoredMemory, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";
import { messageText, scriptedModels } from "../support/scripted-models.js";

interface Given {
  readonly content: string;
  readonly tags?: readonly string[];
  readonly timestamp?: string;
  readonly occurred?: readonly [string, string];
}

describe.each(DATABASES)("a batch with a model on $name", (database) => {
  let engine: TestEngine;
  let answer: (request: LlmRequest) => unknown = () => undefined;
  const requests: LlmRequest[] = [];
  let banks = 0;

  beforeAll(async () => {
    const models = scriptedModels((request) => {
      requests.push(request);
      return answer(request);
    });
    engine = await openEngine(database, { encoder: wordEncoder(), models, env: { HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "verbatim" } });
  });
  afterAll(() => engine.close());

  /** A bank whose facts are exactly these. */
  async function bankOf(...given: readonly Given[]): Promise<{ readonly bank: BankScope; add(one: Given): Promise<StoredMemory> }> {
    const bank = await engine.bank(`model-${banks++}`);
    const add = async ({ content, tags = [], timestamp = "2026-03-01T10:00:00Z", occurred }: Given): Promise<StoredMemory> => {
      answer = () => ({ facts: [{ when: "N/A", where: "N/A", who: "N/A", fact_type: "world" }] });
      await engine.retain(bank, [{ content, tags, timestamp, documentId: `doc-${content}` }]);
      const fact = (await engine.memories(bank)).findLast(({ kind }) => kind !== "observation") as StoredMemory;
      if (occurred !== undefined) {
        await engine.db.query(sql`UPDATE memory SET occurred_start = ${occurred[0]}::timestamptz, occurred_end = ${occurred[1]}::timestamptz
          WHERE bank_id = ${bank.key} AND memory_no = ${fact.memory_no}`);
      }
      await engine.idle();
      return fact;
    };
    for (const one of given) await add(one);
    return { bank, add };
  }

  function batchOf(facts: readonly StoredMemory[], more: Partial<Batch> = {}): Batch {
    return {
      facts: facts.map((fact) => ({
        memoryNo: fact.memory_no,
        id: fact.id,
        kind: "world" as const,
        text: fact.text,
        context: null,
        tags: fact.tags,
        language: fact.language,
        occurredStart: fact.occurred_start,
        occurredEnd: null,
        mentionedAt: fact.mentioned_at,
        documentId: fact.document_id,
      })),
      scope: [],
      rules: { mission: null, limit: -1, sourceFactsMaxTokens: 4096, sourceFactsMaxTokensPerObservation: 256 },
      ...more,
    };
  }
  const factsOf = async (bank: BankScope) => (await engine.memories(bank)).filter(({ kind }) => kind !== "observation");
  const observationsOf = async (bank: BankScope) => (await engine.memories(bank)).filter(({ kind }) => kind === "observation");

  async function plan(bank: BankScope, batch: Batch, script: (request: LlmRequest) => unknown): Promise<BatchPlan> {
    answer = script;
    requests.length = 0;
    return planWithModel(engine.ctx, bank, batch);
  }
  async function consolidate(bank: BankScope, batch: Batch, script: (request: LlmRequest) => unknown): Promise<Applied> {
    const made = await plan(bank, batch, script);
    return engine.db.transaction((tx) => applyPlan(engine.ctx, tx, bank, made));
  }
  const create = (text: string, ...ids: readonly string[]) => ({
    creates: [{ text, source_fact_ids: ids, reason: "new" }],
    updates: [],
    deletes: [],
  });
  const update = (id: string, text: string, ...ids: readonly string[]) => ({
    creates: [],
    updates: [{ observation_id: id, text, source_fact_ids: ids, reason: "changed" }],
    deletes: [],
  });
  /** The observations of the prompt. */
  const shownIn = (
    request: LlmRequest | undefined,
  ): readonly { readonly id: string; readonly text: string; readonly source_memories: unknown }[] =>
    JSON.parse(messageText(request as LlmRequest, "user").split("OBSERVATIONS\n")[1] ?? "null");

  test("two retains that state one fact are one observation with two proofs", async () => {
    const { bank, add } = await bankOf({ content: "Ann lives in Delft." });
    const [first] = await factsOf(bank);
    await consolidate(bank, batchOf([first as StoredMemory]), () => create("Ann lives in Delft, Holland.", first?.id ?? ""));
    await engine.idle();
    const second = await add({ content: "Delft is where Ann lives." });
    const applied = await consolidate(bank, batchOf([second]), (request) => {
      const [twin] = shownIn(request);
      return update(twin?.id ?? "", twin?.text ?? "", second.id);
    });
    const observations = await observationsOf(bank);
    expect(observations.map(({ text, id }) => [text, id])).toEqual([["Ann lives in Delft, Holland.", applied.updated[0]]]);
    expect(observations[0]).toMatchObject({ proof_count: 2 });
  });

  test("the prompt holds the facts with ids and dates, the related observation with its evidence, and rules of which the bank says nothing", async () => {
    const { bank, add } = await bankOf({ content: "Ann lives in Delft." });
    const [first] = await factsOf(bank);
    await consolidate(bank, batchOf([first as StoredMemory]), () => create("Ann lives in Delft, Holland.", first?.id ?? ""));
    await engine.idle();
    const second = await add({ content: "Ann moved out of Delft.", timestamp: "2026-04-01T10:00:00Z" });
    const rules = { mission: "Only homes.", limit: -1, sourceFactsMaxTokens: 4096, sourceFactsMaxTokensPerObservation: 256 };
    await plan(bank, batchOf([second], { rules }), () => ({ creates: [], updates: [], deletes: [] }));
    const [request] = requests;
    const user = messageText(request as LlmRequest, "user");
    expect(user).toContain("MISSION\nOnly homes.");
    expect(user).toContain(`[${second.id}] Ann moved out of Delft. (mentioned_at=2026-04-01T10:00:00.000Z)`);
    expect(shownIn(request)).toMatchObject([
      {
        text: "Ann lives in Delft, Holland.",
        proof_count: 1,
        source_memories: [{ text: "Ann lives in Delft.", mentioned_at: "2026-03-01T10:00:00.000Z" }],
      },
    ]);
    const system = messageText(request as LlmRequest, "system");
    expect(system).toContain("facts in Chinese give an observation in Chinese");
    for (const word of ["Only homes", "Ann", bank.bankId]) expect(system).not.toContain(word);
    expect(request?.origin).toMatchObject({ operation: "consolidation", scope: "consolidation", metadata: { memory_ids: [second.id] } });
  });

  test("facts and observations of other tags are never in one prompt, and the whole bank's scope sees none that is tagged", async () => {
    const { bank, add } = await bankOf({ content: "Ann lives in Delft.", tags: ["red"] });
    const [first] = await factsOf(bank);
    const red = { scope: ["red"] };
    await consolidate(bank, batchOf([first as StoredMemory], red), () => create("Ann lives in Delft, Holland.", first?.id ?? ""));
    await engine.idle();
    const nothing = () => ({ creates: [], updates: [], deletes: [] });
    const same = await add({ content: "Delft is where Ann lives.", tags: ["red"] });
    await plan(bank, batchOf([same], red), nothing);
    expect(shownIn(requests[0])).toHaveLength(1); // control: its own scope sees it
    for (const scope of [[], ["blue"], ["blue", "red"]]) {
      const other = await add({ content: `Ann lives in Delft of ${scope.join(" and ")}.`, tags: scope });
      await plan(bank, batchOf([other], { scope }), nothing);
      expect(shownIn(requests[0])).toEqual([]);
      expect(messageText(requests[0] as LlmRequest, "user")).not.toContain("Holland");
    }
  });

  test("the nearest observation is in the prompt though recall finds nothing", async () => {
    const { bank, add } = await bankOf({ content: "Ann lives in Delft." });
    const [fact] = await factsOf(bank);
    await consolidate(bank, batchOf([fact as StoredMemory]), () => create("Ann lives in Delft, Holland.", fact?.id ?? ""));
    await engine.idle();
    const stranger = await add({ content: "Zinc melts slowly." });
    const found = await recall(engine.ctx, bank, { query: stranger.text, types: ["observation"] });
    expect(found.results).toEqual([]); // control
    await plan(bank, batchOf([stranger]), () => ({ creates: [] }));
    expect(shownIn(requests[0]).map(({ text }) => text)).toEqual(["Ann lives in Delft, Holland."]);
  });

  test("ids that were not shown are left out, and an action without a fact comes to nothing", async () => {
    const { bank, add } = await bankOf({ content: "Ann lives in Delft." }, { content: "Zinc melts slowly." });
    const [first, stranger] = await factsOf(bank);
    await consolidate(bank, batchOf([first as StoredMemory]), () => create("Ann lives in Delft, Holland.", first?.id ?? ""));
    await engine.idle();
    const second = await add({ content: "Ann still lives in Delft." });
    const unknown = "11111111-1111-4111-8111-111111111111";
    const applied = await consolidate(bank, batchOf([second]), () => ({
      creates: [
        { text: "Of nobody.", source_fact_ids: [unknown, stranger?.id], reason: "x" },
        { text: `Of one (${second.id}).`, source_fact_ids: second.id, reason: "a scalar, and an id in the text" },
      ],
      updates: [{ observation_id: unknown, text: "Never.", source_fact_ids: [second.id], reason: "x" }],
      deletes: [{ observation_id: unknown, reason: "x" }],
    }));
    expect(applied).toMatchObject({ updated: [], deleted: [] });
    expect((await observationsOf(bank)).map(({ text }) => text)).toEqual(["Ann lives in Delft, Holland.", "Of one."]);
  });

  test("two updates of one observation are one, and what is updated is not deleted", async () => {
    const { bank, add } = await bankOf({ content: "Ann lives in Delft." });
    const [first] = await factsOf(bank);
    await consolidate(bank, batchOf([first as StoredMemory]), () => create("Ann lives in Delft, Holland.", first?.id ?? ""));
    await engine.idle();
    const facts = [await add({ content: "Ann lives in Leiden." }), await add({ content: "Leiden is where Ann moved." })];
    const applied = await consolidate(bank, batchOf(facts), (request) => {
      const id = shownIn(request)[0]?.id ?? "";
      const one = update(id, "Ann lives in Leiden.", facts[0]?.id ?? "").updates;
      const other = update(id, "Ann lives in Leiden; before in Delft.", facts[1]?.id ?? "").updates;
      return { updates: [...one, ...other], deletes: [{ observation_id: id, reason: "both" }] };
    });
    expect(applied).toMatchObject({ created: [], deleted: [] });
    const [observation] = await observationsOf(bank);
    expect(observation).toMatchObject({ text: "Ann lives in Leiden; before in Delft.", proof_count: 3 });
  });

  test("quotes are kept when they stand in the fact, white space apart", async () => {
    const { bank } = await bankOf({ content: "Ann  lives in Delft." }, { content: "Ben drinks tea." });
    const facts = await factsOf(bank);
    const [ann, ben] = facts;
    const made = await plan(bank, batchOf(facts), () => ({
      creates: [
        {
          text: "Ann and Ben.",
          source_fact_ids: [ann?.id, ben?.id],
          quotes: [
            { fact_id: ann?.id, quote: "“lives in\nDelft”" },
            { fact_id: ben?.id, quote: "drinks coffee" },
          ],
          reason: "x",
        },
      ],
    }));
    expect(made.creates[0]?.sources).toEqual([
      { memoryNo: ann?.memory_no, quote: "lives in Delft" },
      { memoryNo: ben?.memory_no, quote: null },
    ]);
  });

  test("an answer that is no reply fails the batch, and so does a look-up that fails", async () => {
    const { bank } = await bankOf({ content: "Ann lives in Delft." });
    const batch = batchOf(await factsOf(bank));
    for (const odd of [{ error: "no" }, [], "text"]) {
      await expect(plan(bank, batch, () => odd)).rejects.toMatchObject({ code: "llm_output_invalid" });
    }
    const encoder = engine.ctx.encoder as ReturnType<typeof wordEncoder>;
    await engine.db.query(sql`DELETE FROM memory_vector WHERE bank_id = ${bank.key}`); // what is stored is not made again
    encoder.failure = new HindsightError("model_unavailable", "gone");
    try {
      await expect(plan(bank, batch, () => create("x"))).rejects.toMatchObject({ code: "model_unavailable" });
    } finally {
      encoder.failure = null;
    }
    expect(requests).toEqual([]); // the model was not asked on half of the context
    expect(await plan(bank, batch, () => ({ updates: null }))).toMatchObject({ creates: [], updates: [], deletes: [] }); // control
  });

  test("a full scope takes no new observation but updates; the note says so, and -1 is no limit", async () => {
    const { bank, add } = await bankOf({ content: "Ann lives in Delft.", tags: ["red"] });
    const [first] = await factsOf(bank);
    const rules = (limit: number) => ({ mission: null, limit, sourceFactsMaxTokens: 1, sourceFactsMaxTokensPerObservation: 1 });
    const scope = ["red"];
    const two = {
      creates: [
        { text: "Ann is from Delft.", source_fact_ids: [first?.id], reason: "x" },
        { text: "Delft has Ann.", source_fact_ids: [first?.id], reason: "x" },
      ],
    };
    const facts = [first as StoredMemory];
    expect((await plan(bank, batchOf(facts, { scope, rules: rules(0) }), () => two)).creates).toEqual([]);
    expect(messageText(requests[0] as LlmRequest, "user")).toContain("creates must be []");
    expect((await plan(bank, batchOf(facts, { scope, rules: rules(-1) }), () => two)).creates).toHaveLength(2);
    expect(messageText(requests[0] as LlmRequest, "user")).not.toContain("CAPACITY");
    await consolidate(bank, batchOf(facts, { scope, rules: rules(1) }), () => two);
    expect((await observationsOf(bank)).map(({ text }) => text)).toEqual(["Ann is from Delft."]);
    await engine.idle();
    const second = await add({ content: "Ann is in Delft.", tags: ["red"] });
    await consolidate(bank, batchOf([second], { scope, rules: rules(1) }), (request) =>
      update(shownIn(request)[0]?.id ?? "", "Ann is still in Delft.", second.id),
    );
    expect((await observationsOf(bank)).map(({ text }) => text)).toEqual(["Ann is still in Delft."]);
  });

  describe("near-equal observations", () => {
    /** A bank with one observation, and a plan that makes another of the same words. */
    async function near(verdict: unknown) {
      const { bank, add } = await bankOf({ content: "Ann lives in Delft.", occurred: ["2026-01-01", "2026-01-31"] });
      const [first] = await factsOf(bank);
      await consolidate(bank, batchOf([first as StoredMemory]), () => create("Ann lives in Delft, Holland.", first?.id ?? ""));
      await engine.idle();
      const second = await add({ content: "Ann lives in Holland.", occurred: ["2025-06-01", "2025-06-30"] });
      const made = await plan(bank, batchOf([second]), (request) =>
        request.origin.scope === "consolidation_dedup" ? verdict : create("In Delft, Holland lives Ann.", second.id),
      );
      const apply = () => engine.db.transaction((tx) => applyPlan(engine.ctx, tx, bank, made));
      return { bank, made, apply };
    }

    test("become one when the model says so, with the evidence and the widest times of both", async () => {
      const { bank, apply } = await near({ action: " MERGE ", text: "Ann lives in Delft (Holland).", reason: "same" });
      expect(requests.map(({ origin }) => origin.scope)).toEqual(["consolidation", "consolidation_dedup"]);
      expect(await apply()).toMatchObject({ created: [], skipped: 0 });
      const observations = await observationsOf(bank);
      expect(observations).toHaveLength(1);
      expect(observations[0]).toMatchObject({
        text: "Ann lives in Delft (Holland).",
        proof_count: 2,
        occurred_start: new Date("2025-06-01T00:00:00Z"),
        occurred_end: new Date("2026-01-31T00:00:00Z"),
      });
    });

    test.each([
      ["keep", { action: "keep", text: "", reason: "two" }],
      ["an unknown action", { action: "join", text: "Ann.", reason: "x" }],
      ["a merge without a text", { action: "merge", text: null }],
      ["no object", "merge them"],
      ["a list", []],
      ["a refusal", new HindsightError("llm_refused", "no")],
    ])("stay two on %s", async (_, verdict) => {
      const { bank, apply } = await near(verdict);
      expect(await apply()).toMatchObject({ updated: [], skipped: 0 });
      expect((await observationsOf(bank)).map(({ text }) => text)).toEqual([
        "Ann lives in Delft, Holland.",
        "In Delft, Holland lives Ann.",
      ]);
    });

    test("stay two when the twin says something else by the time of the write, or is gone", async () => {
      for (const change of [sql`UPDATE memory SET text = 'Changed.'`, sql`DELETE FROM memory`]) {
        const { bank, apply } = await near({ action: "merge", text: "Ann lives in Delft (Holland).", reason: "same" });
        await engine.db.query(sql`${change} WHERE bank_id = ${bank.key} AND kind = 'observation'`);
        expect(await apply()).toMatchObject({ created: [expect.any(String)], updated: [] });
        expect((await observationsOf(bank)).at(-1)?.text).toBe("In Delft, Holland lives Ann.");
      }
    });

    test("are folded when an update makes them so", async () => {
      const { bank, add } = await bankOf({ content: "Ann lives in Delft." }, { content: "Ann paints boats." });
      const facts = await factsOf(bank);
      await consolidate(bank, batchOf(facts), () => ({
        creates: [
          { text: "Ann lives in Delft, Holland.", source_fact_ids: [facts[0]?.id], reason: "x" },
          { text: "Ann paints boats.", source_fact_ids: [facts[1]?.id], reason: "x" },
        ],
      }));
      await engine.idle();
      const third = await add({ content: "Ann paints boats and lives in Delft." });
      const applied = await consolidate(bank, batchOf([third]), (request) =>
        request.origin.scope === "consolidation_dedup"
          ? { action: "merge", text: "Ann, who paints boats, lives in Delft.", reason: "same" }
          : update(shownIn(request).find(({ text }) => text === "Ann paints boats.")?.id ?? "", "In Delft, Holland lives Ann.", third.id),
      );
      expect(applied).toMatchObject({ merged: 1 });
      const observations = await observationsOf(bank);
      expect(observations.map(({ text }) => text)).toEqual(["Ann, who paints boats, lives in Delft."]);
      expect(observations[0]).toMatchObject({ proof_count: 3 });
    });
  });
});
