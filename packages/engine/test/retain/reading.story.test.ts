// Stories of the write path with a language model in it: what is read, what is paid for, and what is left when it fails.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RetainItem } from "../../src/domain/requests.js";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import { retryOperationOf } from "../../src/operations/index.js";
import type { LanguageModels, LlmRequest } from "../../src/providers/llm/index.js";
import { reprocess, retain } from "../../src/retain/index.js";
import { updateBank } from "../../src/store/banks/update-bank.js";
import { sql } from "../../src/store/db.js";
import { getDocument } from "../../src/store/documents/get-document.js";
import { operationStates } from "../../src/store/operations/operation-states.js";
import { DATABASES } from "../support/database.js";
import { contentOf, messageText, scriptedModels } from "../support/scripted-models.js";
import { engineOn, openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

/** One fact per sentence of the chunk. */
const facts = (request: LlmRequest) => ({
  facts: contentOf(request)
    .split(/(?<=\.)\s+/u)
    .filter((sentence) => sentence.trim() !== "")
    .map((what) => ({ what: what.trim(), when: "N/A", where: "N/A", who: "N/A", why: "N/A", fact_type: "world", entities: ["Ann"] })),
});

/** A paragraph of a little less than a chunk, so that each of several is a chunk of its own. */
const paragraph = (name: string): string =>
  `${name} begins here. ${"The old harbour wall was painted again. ".repeat(60)}${name} ends here.`;

describe.each(DATABASES)("a language model reads on $name", (database) => {
  let engine: TestEngine;
  let answer: (request: LlmRequest) => unknown = facts;
  const models = scriptedModels((request) => answer(request));
  let banks = 0;
  let bank: BankScope;
  beforeAll(async () => {
    engine = await openEngine(database, {
      encoder: wordEncoder(),
      models,
      operations: { retry: { retries: 3, baseDelayMs: 1, maxDelayMs: 5 }, pollMs: 20 },
    });
  });
  afterAll(() => engine.close());

  const freshBank = async (): Promise<BankScope> => {
    answer = facts;
    bank = await engine.bank(`reading-${banks++}`);
    return bank;
  };
  const textsOf = async (): Promise<readonly string[]> => (await engine.memories(bank)).map((memory) => memory.text);
  /** Runs work and counts the calls that it cost. */
  const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = models.requests.length;
    await work();
    return models.requests.length - before;
  };
  const put = (content: string, more: object = {}, request: object = {}) =>
    engine.retain(bank, [{ content, documentId: "d", ...more }], request);
  const configure = (set: Readonly<Record<string, unknown>>) => updateBank(engine.db, bank, { name: null, set, clear: [] });
  const ended = async (operationId: string) => {
    await engine.operations?.ended(bank, operationId);
    return operationStates(engine.db, bank, operationId);
  };

  test("facts are stored with what the model said of them, and the answer tells what it cost", async () => {
    await freshBank();
    answer = () => ({
      facts: [
        {
          what: "Ann moved to Delft",
          when: "On 3 May 2024",
          where: "N/A",
          who: "Ann",
          why: "for work",
          fact_type: "assistant",
          fact_kind: "event",
          occurred_start: "2024-05-03T00:00:00Z",
          entities: ["Ann", "Delft"],
        },
      ],
    });
    const { receipt, usage } = await put("I have moved her.", {
      tags: ["x"],
      timestamp: "2024-05-07T10:00:00Z",
      entities: [{ text: "ann" }],
    });
    expect(usage).toEqual({ input: 100, output: 20, total: 120, cached: 0, thoughts: 0 });
    expect(receipt).toMatchObject({ stored: 1, items: [{ outcome: "stored", chunks: 1 }] });
    const [memory, ...others] = await engine.memories(bank);
    expect(others).toEqual([]);
    expect(memory).toMatchObject({
      kind: "experience",
      text: "Ann moved to Delft | When: On 3 May 2024 | Involving: Ann | for work",
      speaker: null,
      tags: ["x"],
      mentioned_at: new Date("2024-05-07T10:00:00Z"),
    });
    expect(memory?.occurred_start).not.toBeNull();
    const { rows } = await engine.db.query<{ name: string }>(
      sql`SELECT canonical_name AS name FROM entity WHERE bank_id = ${bank.key} ORDER BY lower(canonical_name)`,
    );
    expect(rows.map((row) => row.name)).toEqual(["ann", "Delft"]); // the caller's spelling comes first
  });

  test("what did not change is not read again, and what went is forgotten", async () => {
    await freshBank();
    const [a, b, c] = ["Alpha", "Beta", "Gamma"].map(paragraph) as [string, string, string];
    expect(await callsOf(() => put(`${a}\n\n${b}\n\n${c}`))).toBe(3);
    const before = await engine.memories(bank);
    expect(await callsOf(() => put(`${a}\n\n${b}\n\n${c}`, { tags: ["new"], context: "other", timestamp: "2020-01-01" }))).toBe(0);
    expect((await engine.memories(bank)).map((memory) => [memory.id, memory.tags])).toEqual(before.map((memory) => [memory.id, ["new"]]));
    const changed = b.replace("Beta ends", "Beta stops");
    expect(await callsOf(() => put(`${a}\n\n${changed}\n\n${c}`))).toBe(1);
    const texts = await textsOf();
    expect(texts).toContain("Beta stops here.");
    expect(texts).not.toContain("Beta ends here.");
    expect(texts).toContain("Gamma ends here.");
    expect(await callsOf(() => put(`${c}\n\n${a}`))).toBe(0); // moved, and one gone
    expect((await textsOf()).filter((text) => /^(Alpha|Beta|Gamma)/.test(text)).sort()).toEqual(
      ["Alpha begins here.", "Alpha ends here.", "Gamma begins here.", "Gamma ends here."].sort(),
    );
    const chunks = await engine.db.query<{ i: number }>(sql`SELECT chunk_index AS i FROM chunk WHERE bank_id = ${bank.key} ORDER BY 1`);
    expect(chunks.rows.map((row) => row.i)).toEqual([0, 1]);
  });

  test("an append reads what is new alone", async () => {
    await freshBank();
    await put(paragraph("Alpha"));
    expect(await callsOf(() => put("Beta came later.", { updateMode: "append" }))).toBe(1);
    expect(contentOf(models.requests.at(-1) as LlmRequest)).toBe("Beta came later.");
    expect(await textsOf()).toContain("Alpha ends here.");
    expect(await textsOf()).toContain("Beta came later.");
  });

  test("items of one document keep their order and their dates, and the same chunk is paid once", async () => {
    await freshBank();
    const dayIn = (request: LlmRequest) => /Event Date: .*\((\d{4}-\d{2}-\d{2})/.exec(messageText(request, "user"))?.[1] ?? "no date";
    answer = (request) => ({ facts: [{ ...facts(request).facts[0], what: `${contentOf(request)} (${dayIn(request)})` }] });
    const said = (timestamp: string, content = "The plants were watered.") => ({ content, documentId: "d", timestamp });
    const items = [
      said("2024-05-01T08:00:00Z"),
      said("2024-05-01T08:00:00Z"),
      said("2024-05-02T08:00:00Z"),
      said("2024-05-03T08:00:00Z", "It rained."),
    ];
    expect(await callsOf(() => engine.retain(bank, items))).toBe(3);
    const day = (memory: { readonly mentioned_at: Date | null }) => memory.mentioned_at?.toISOString().slice(0, 10);
    const stored = await engine.memories(bank);
    expect(stored.map((memory) => [memory.text, day(memory)])).toEqual([
      ["The plants were watered. (2024-05-01)", "2024-05-01"],
      ["The plants were watered. (2024-05-02)", "2024-05-02"],
      ["It rained. (2024-05-03)", "2024-05-03"],
    ]);
    expect(await callsOf(() => engine.retain(bank, items))).toBe(0);
    expect((await engine.memories(bank)).map((memory) => memory.id)).toEqual(stored.map((memory) => memory.id));
  });

  test("what two chunks state stays as long as one of them does", async () => {
    await freshBank();
    answer = () => ({ facts: [{ what: "Ann lives in Delft", when: "N/A", where: "N/A", who: "N/A", why: "N/A", fact_type: "world" }] });
    const [first, second] = ["Ann lives in Delft.", "Delft is where Ann lives."].map((content) => ({ content, documentId: "d" }));
    const put = (...items: readonly RetainItem[]) => callsOf(() => engine.retain(bank, items));
    expect(await put(first as RetainItem, second as RetainItem)).toBe(2);
    expect(await textsOf()).toEqual(["Ann lives in Delft"]);
    expect(await put(second as RetainItem)).toBe(0);
    expect(await textsOf()).toEqual(["Ann lives in Delft"]);
    expect(await put(second as RetainItem, first as RetainItem)).toBe(1);
    expect(await put(first as RetainItem)).toBe(0);
    expect(await textsOf()).toEqual(["Ann lives in Delft"]);
    answer = () => ({ facts: [] });
    await put({ content: "Nothing.", documentId: "d" });
    expect(await textsOf()).toEqual([]);
  });

  test("a model that never answers is given up after the time that a retain may take", async () => {
    const db = await database.open();
    const silent: LanguageModels = {
      ...models,
      completeObject: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true })),
    };
    const one = engineOn(db, {
      encoder: wordEncoder(),
      models: silent,
      env: { HINDSIGHT_API_RETAIN_WALL_TIMEOUT: "1" },
      background: false,
    });
    await expect(one.retain(await one.bank(), "Alpha.")).rejects.toMatchObject({ code: "deadline_exceeded" });
    expect(await one.count(await one.bank(), "document")).toBe(0);
    await one.close();
  });

  test("a chunk without facts is read once", async () => {
    await freshBank();
    answer = () => ({ facts: [] });
    expect((await put("Hm.")).receipt).toMatchObject({ stored: 0, items: [{ outcome: "empty" }] });
    expect(await engine.count(bank, "document")).toBe(1);
    expect(await callsOf(() => put("Hm."))).toBe(0);
    expect(await callsOf(() => put("Hm. Hm."))).toBe(1);
  });

  test("another mode re-reads nothing but from the local one, and reprocessing does", async () => {
    await freshBank();
    const set = (config: Readonly<Record<string, unknown>>) => configure(config);
    await set({ retain_extraction_mode: "local" });
    expect(await callsOf(() => put("Alpha came first. Beta came later.", { tags: ["t"], context: "c", metadata: { k: "v" } }))).toBe(0);
    const [local] = await engine.memories(bank);
    await set({ retain_extraction_mode: "concise" });
    expect(await callsOf(() => put("Alpha came first. Beta came later.", { tags: ["t"], context: "c", metadata: { k: "v" } }))).toBe(1);
    expect(await textsOf()).toEqual(["Alpha came first.", "Beta came later."]);
    expect((await engine.memories(bank)).map((memory) => memory.id)).not.toContain(local?.id);
    await set({ retain_extraction_mode: "verbose" });
    expect(await callsOf(() => put("Alpha came first. Beta came later.", { tags: ["t"], context: "c", metadata: { k: "v" } }))).toBe(0);
    const before = await getDocument(engine.db, bank, "d");
    answer = () => ({ facts: [{ what: "Read anew", when: "N/A", where: "N/A", who: "N/A", why: "N/A", fact_type: "world" }] });
    expect(
      await callsOf(async () => {
        const { operationId, itemsCount } = await reprocess(engine.ctx, bank, "d");
        expect(itemsCount).toBe(1);
        expect(await ended(operationId)).toMatchObject([{ status: "completed" }]);
      }),
    ).toBe(1);
    expect(await engine.memories(bank)).toMatchObject([{ text: "Read anew", tags: ["t"], context: "c", metadata: { k: "v" } }]);
    expect(await getDocument(engine.db, bank, "d")).toMatchObject({
      createdAt: before?.createdAt,
      originalText: before?.originalText,
      tags: ["t"],
      retainParams: before?.retainParams,
    });
    expect(await callsOf(() => put("Alpha came first. Beta came later.", { tags: ["t"] }))).toBe(0);
    await expect(reprocess(engine.ctx, bank, "nowhere")).rejects.toMatchObject({ code: "document_not_found" });
  });

  test("reprocessing a document whose text is not kept is refused", async () => {
    await freshBank();
    await configure({ store_document_text: false });
    await put("Alpha came first.");
    await expect(reprocess(engine.ctx, bank, "d")).rejects.toMatchObject({ code: "document_not_found", message: /not kept/ });
  });

  test("tags of labels stay when the item's tags change", async () => {
    await freshBank();
    await configure({ entity_labels: [{ key: "mood", description: "Mood", type: "value", tag: true, values: [{ value: "glad" }] }] });
    answer = () => ({
      facts: [{ what: "Ann is glad", when: "N/A", where: "N/A", who: "Ann", why: "N/A", fact_type: "world", labels: { mood: "glad" } }],
    });
    await put("Ann is glad.", { tags: ["a"] });
    expect((await engine.memories(bank))[0]?.tags).toEqual(["a", "mood:glad"]);
    await put("Ann is glad.", { tags: ["b"] });
    expect((await engine.memories(bank))[0]?.tags).toEqual(["b", "mood:glad"]);
  });

  test("a strategy may have another mode", async () => {
    await freshBank();
    await configure({ retain_strategies: { plain: { retain_extraction_mode: "chunks" } } });
    expect(
      await callsOf(async () => {
        const { usage } = await engine.retain(bank, [
          { content: "Alpha. Beta.", documentId: "plain", strategy: "plain" },
          { content: "Gamma. Delta.", documentId: "read" },
        ]);
        expect(usage?.total).toBe(120);
      }),
    ).toBe(1);
    expect(await textsOf()).toEqual(["Alpha. Beta.", "Gamma.", "Delta."]);
  });

  test.each([
    ["llm_unavailable", 503],
    ["llm_refused", 422],
    ["llm_output_invalid", 502],
  ] as const)("a failure (%s) of one chunk of a synchronous retain leaves nothing", async (code, status) => {
    await freshBank();
    answer = (request) => (contentOf(request).includes("Beta") ? new HindsightError(code, "no") : facts(request));
    const failure = await put(`${paragraph("Alpha")}\n\n${paragraph("Beta")}`).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, status });
    expect([await engine.count(bank, "memory"), await engine.count(bank, "document"), await engine.count(bank, "chunk")]).toEqual([
      0, 0, 0,
    ]);
    answer = facts;
    await put(`${paragraph("Alpha")}\n\n${paragraph("Beta")}`);
    expect(await textsOf()).toContain("Beta ends here."); // the control: nothing but the model kept it out
  });

  test("of a queued retain the documents that the model refuses fail, and a retry takes them up alone", async () => {
    await freshBank();
    const refuse = (request: LlmRequest) =>
      contentOf(request).startsWith("Bad") ? new HindsightError("llm_refused", "The model refused it.") : facts(request);
    answer = refuse;
    const items = ["Good one.", "Bad two.", "Good three."].map((content, i) => ({ content, documentId: `d${i}` }));
    const { operationId } = await engine.retain(bank, items, { async: true });
    const [state] = await ended(operationId as string);
    expect(state).toMatchObject({ status: "failed", errorMessage: expect.stringMatching(/1 of 3 documents.*"d1": The model refused it/s) });
    expect(state?.resultMetadata).toMatchObject({ receipt: { stored: 2 }, unit_ids_count: 2, error_code: "llm_refused" });
    expect(await textsOf()).toEqual(["Good one.", "Good three."]);
    answer = facts;
    expect(
      await callsOf(async () => {
        await retryOperationOf(engine.ctx, bank, operationId as string);
        const [again] = await ended(operationId as string);
        expect(again).toMatchObject({ status: "completed", resultMetadata: { receipt: { stored: 3 }, usage: { total_tokens: 360 } } });
        expect(again?.resultMetadata).not.toHaveProperty("error_code");
      }),
    ).toBe(1);
    expect(await textsOf()).toEqual(["Good one.", "Good three.", "Bad two."]);
  });

  test("a failure that passes is tried again, and what was read before is not paid again", async () => {
    await freshBank();
    let failures = 0;
    answer = (request) => {
      if (!contentOf(request).includes("Beta") || failures++ > 0) return facts(request);
      return new HindsightError("llm_unavailable", "Busy.");
    };
    const calls = await callsOf(async () => {
      const { operationId } = await put(`${paragraph("Alpha")}\n\n${paragraph("Beta")}\n\n${paragraph("Gamma")}`, {}, { async: true });
      expect(await ended(operationId as string)).toMatchObject([{ status: "completed" }]);
    });
    expect(calls).toBe(4); // three chunks, one of them twice
    const { rows } = await engine.db.query<{ n: number }>(sql`SELECT count(*) AS n FROM extraction WHERE bank_id = ${bank.key}`);
    expect(rows[0]?.n).toBe(0);
  });

  test("when one chunk of a queued retain fails, the calls that are under way are let finish and not paid again", async () => {
    const db = await database.open();
    answer = facts;
    let failures = 0;
    const slow: LanguageModels = {
      ...models,
      async completeObject(request) {
        if (contentOf(request).includes("Beta") && failures++ === 0) throw new HindsightError("llm_unavailable", "Busy.");
        await new Promise((resolve) => setImmediate(resolve)); // still under way when Beta has failed
        request.signal.throwIfAborted();
        return models.completeObject(request);
      },
    };
    const one = engineOn(db, {
      encoder: wordEncoder(),
      models: slow,
      operations: { retry: { retries: 3, baseDelayMs: 1, maxDelayMs: 5 } },
    });
    bank = await one.bank();
    const calls = await callsOf(async () => {
      const content = ["Alpha", "Beta", "Gamma"].map(paragraph).join("\n\n");
      const { operationId } = await one.retain(bank, [{ content, documentId: "d" }], { async: true });
      await one.operations?.ended(bank, operationId as string);
      expect(await operationStates(db, bank, operationId as string)).toMatchObject([{ status: "completed" }]);
    });
    expect([calls, failures]).toEqual([3, 2]);
    await one.close();
  });

  test.each([false, true])("of a long document every place can be found, and its text is whole (async: %s)", async (isAsync) => {
    await freshBank();
    const marks = Array.from({ length: 30 }, (_, i) => `marker-${i}-tulip`);
    const text = marks.map((mark) => `${"The wall was painted again. ".repeat(104)}It says ${mark}.`).join(" ");
    expect(text.length).toBeGreaterThan(88_000);
    const calls = await callsOf(async () => {
      const { operationId } = await put(text, {}, { async: isAsync });
      if (operationId !== null) expect(await ended(operationId)).toMatchObject([{ status: "completed" }]);
    });
    expect(calls).toBeLessThanOrEqual(Math.ceil(text.length / 2_900));
    const texts = await textsOf();
    for (const mark of marks) expect(texts.some((one) => one.includes(`It says ${mark}.`))).toBe(true);
    const { rows } = await engine.db.query<{ i: number }>(sql`SELECT chunk_index AS i FROM chunk WHERE bank_id = ${bank.key} ORDER BY 1`);
    expect(rows.map((row) => row.i)).toEqual(rows.map((_, i) => i));
    expect(rows.length).toBe(calls);
    expect((await getDocument(engine.db, bank, "d"))?.originalText).toBe(text);
  });

  test("eight appends at once are all there, each read once", async () => {
    await freshBank();
    await put("The talk begins.");
    const turns = Array.from({ length: 8 }, (_, i) => `Turn number ${i} was said.`);
    const calls = await callsOf(() => Promise.all(turns.map((turn) => put(turn, { updateMode: "append" }))));
    expect(calls).toBe(8);
    expect([...(await textsOf())].sort()).toEqual(["The talk begins.", ...turns].sort());
    const text = (await getDocument(engine.db, bank, "d"))?.originalText ?? "";
    for (const turn of turns) expect(text.split(turn)).toHaveLength(2);
  });

  test("a worker that stops in the midst of reading pays nothing twice", async () => {
    const db = await database.open();
    answer = facts;
    let isHeld = true;
    const held: LanguageModels = {
      ...models,
      async completeObject(request) {
        if (isHeld && contentOf(request).includes("Beta")) {
          await new Promise((resolve) => request.signal.addEventListener("abort", resolve, { once: true }));
          request.signal.throwIfAborted();
        }
        return models.completeObject(request);
      },
    };
    const first = engineOn(db, { encoder: wordEncoder(), models: held });
    bank = await first.bank("stopped");
    const kept = async () =>
      (await db.query<{ n: number }>(sql`SELECT count(*) AS n FROM extraction WHERE bank_id = ${bank.key}`)).rows[0]?.n;
    const calls = await callsOf(async () => {
      const content = ["Alpha", "Beta", "Gamma"].map(paragraph).join("\n\n");
      const { operationId } = await first.retain(bank, [{ content, documentId: "d" }], { async: true });
      await expect.poll(kept).toBe(2);
      const progress = async () =>
        (await db.query<{ progress: unknown }>(sql`SELECT progress FROM operation WHERE operation_id = ${operationId}`)).rows[0]?.progress;
      await expect.poll(progress).toMatchObject({ stage: "extracting", total: 3 }); // it is shown behind the row that keeps the reading
      await first.operations?.stop();
      await first.embedding?.stop();
      expect(await operationStates(db, bank, operationId as string)).toMatchObject([{ status: "pending" }]);
      isHeld = false;
      const second = engineOn(db, { encoder: wordEncoder(), models: held });
      await second.operations?.ended(bank, operationId as string);
      const [state] = await operationStates(db, bank, operationId as string);
      expect(state).toMatchObject({ status: "completed", resultMetadata: { usage: { total_tokens: 360 } } });
      expect((await second.memories(bank)).map((memory) => memory.text)).toEqual(
        expect.arrayContaining(["Alpha ends here.", "Beta ends here."]),
      );
      expect(await kept()).toBe(0);
      await second.close();
    });
    expect(calls).toBe(3);
  });

  test("a synchronous retain through the queue fails with the error of its model, and else tells what it cost", async () => {
    await freshBank();
    answer = () => new HindsightError("llm_refused", "The model refused it.");
    const failure = put("Alpha.", {}, { operationId: "00000000-0000-4000-8000-00000000aaaa" });
    await expect(failure).rejects.toMatchObject({ code: "llm_refused", message: expect.stringContaining("The model refused it") });
    answer = facts;
    expect(await put("Alpha.", {}, { operationId: "00000000-0000-4000-8000-00000000bbbb" })).toMatchObject({
      usage: { total: 120 },
      receipt: { stored: 1 },
    });
  });

  test("a caller who hangs up stops the reading", async () => {
    await freshBank();
    const hangUp = new AbortController();
    answer = (request) => {
      hangUp.abort(new Error("gone"));
      return facts(request);
    };
    const call = retain({ ...engine.ctx, signal: hangUp.signal }, bank, { items: [{ content: "Alpha.", documentId: "d" }] });
    await expect(call).rejects.toThrow("gone");
    expect(await engine.count(bank, "document")).toBe(0);
  });
});
