// Stories of retains that a provider's batches read: one submission whatever happens, nothing lost, nobody kept waiting in a slot.

import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import type { BankScope } from "../../src/domain/scope.js";
import { createCallObserver, type SpendObserver } from "../../src/guard/spend/index.js";
import { cancelOperationOf, retryOperationOf, startOperations } from "../../src/operations/index.js";
import { createLanguageModels } from "../../src/providers/llm/index.js";
import { cancelBatches } from "../../src/retain/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { type OperationState, operationStates } from "../../src/store/operations/operation-states.js";
import { createMetrics } from "../../src/telemetry/index.js";
import { type BatchServer, startBatchServer } from "../support/batch-server.js";
import { DATABASES } from "../support/database.js";
import { engineOn, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

const log = pino({ level: "silent" });
const paragraph = (name: string): string =>
  `${name} begins here. ${"The old harbour wall was painted again. ".repeat(60)}${name} ends here.`;
const nameOf = (content: string): string => content.slice(0, content.indexOf(" "));
const fact = (content: string) => ({ facts: [{ what: `${nameOf(content)} was read`, fact_type: "world" }] });
const answered = (content: string) => ({ json: fact(content) });

const WIRES: Readonly<Record<string, (url: string) => Readonly<Record<string, string>>>> = {
  openai: (url) => ({
    HINDSIGHT_API_LLM_PROVIDER: "openai",
    HINDSIGHT_API_LLM_BASE_URL: `${url}/v1`,
    HINDSIGHT_API_LLM_MODEL: "gpt-4o-mini",
  }),
  anthropic: (url) => ({ HINDSIGHT_API_LLM_PROVIDER: "anthropic", HINDSIGHT_API_LLM_BASE_URL: url }),
  gemini: (url) => ({ HINDSIGHT_API_LLM_PROVIDER: "gemini", HINDSIGHT_API_LLM_BASE_URL: url }),
  fireworks: (url) => ({
    HINDSIGHT_API_LLM_PROVIDER: "fireworks",
    HINDSIGHT_API_LLM_BASE_URL: `${url}/inference/v1`,
    HINDSIGHT_API_FIREWORKS_ACCOUNT_ID: "acme",
    HINDSIGHT_API_FIREWORKS_BATCH_BASE_URL: url,
  }),
};

describe.each(DATABASES)("batches of a provider on $name", (database) => {
  let db: Database;
  let server: BatchServer;
  let engine: TestEngine;
  let observer: SpendObserver;
  let bank: BankScope;
  let banks = 0;

  beforeAll(async () => {
    db = await database.open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    server = await startBatchServer();
    server.answer = answered;
  });
  afterEach(async () => {
    await stop();
    await server.close();
  });

  async function stop(): Promise<void> {
    await engine.operations?.stop();
    await engine.embedding?.stop();
    await engine.ctx.models.close();
    await observer.close();
  }

  /** What a process has of its own; the database and what lies in it stay. */
  function start(wire: string, more: Readonly<Record<string, string>> = {}): void {
    const env = {
      ...{ HINDSIGHT_API_LLM_API_KEY: "key-of-a-test", HINDSIGHT_API_LLM_INITIAL_BACKOFF: "0", HINDSIGHT_API_LLM_MAX_BACKOFF: "0" },
      ...{ HINDSIGHT_API_RETAIN_BATCH_ENABLED: "true", HINDSIGHT_API_RETAIN_BATCH_POLL_INTERVAL_SECONDS: "1" },
      ...WIRES[wire]?.(server.url),
      ...more,
    };
    const settings = loadSettings(env);
    const metrics = createMetrics({ includeBankId: false, includeTenant: false, health: () => db.health() });
    const made = engineOn(db, { encoder: wordEncoder(), background: false, env });
    observer = createCallObserver({ db, tenant: made.tenant, settings, log, now: () => new Date(), metrics });
    const models = createLanguageModels({ settings, log, observer });
    const ctx = { ...made.ctx, models };
    const operations = startOperations(ctx, made.tenant, (key) => findBankByKey(db, made.tenant, key), {
      retry: { retries: 3, baseDelayMs: 1, maxDelayMs: 5 },
      pollMs: 20,
    });
    engine = { ...engineOn(db, { encoder: wordEncoder(), background: false, env, models }), operations };
  }

  async function retain(names: readonly string[], wire = "openai", more: Readonly<Record<string, string>> = {}): Promise<string> {
    start(wire, more);
    bank = await engine.bank(`batch-${banks++}`);
    const items = names.map((name) => ({ content: paragraph(name), documentId: name }));
    return (await engine.retain(bank, items, { async: true })).operationId as string;
  }

  const stateOf = async (id: string): Promise<OperationState> => (await operationStates(db, bank, id))[0] as OperationState;
  async function until(id: string, isSo: (state: OperationState) => boolean): Promise<OperationState> {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const state = await stateOf(id);
      if (isSo(state)) return state;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`it did not come about; the operation is ${JSON.stringify(await stateOf(id))}`);
  }
  const waiting = (id: string) =>
    until(id, ({ status, resultMetadata }) => status === "pending" && (resultMetadata.batch as { id: unknown })?.id != null);
  const over = (id: string) => until(id, ({ status }) => status !== "pending" && status !== "processing");
  const texts = async () => (await engine.memories(bank)).map(({ text }) => text).sort();
  const read = (...names: readonly string[]) => names.map((name) => `${name} was read`).sort();
  const spend = async () => {
    await observer.flush();
    const { rows } = await db.query<{ calls: number; failed: number; cost: number }>(
      sql`SELECT coalesce(sum(calls), 0)::integer AS calls, coalesce(sum(failed_calls), 0)::integer AS failed, coalesce(sum(cost_micro_usd), 0)::integer AS cost
          FROM llm_usage WHERE bank_id = ${bank.key}`,
    );
    return rows[0];
  };
  const setAside = async () =>
    (await db.query<{ n: number }>(sql`SELECT count(*)::integer AS n FROM llm_reservation WHERE bank_id = ${bank.key}`)).rows[0]?.n;

  test("several documents are one batch, and no slot is held while it is under way", async () => {
    const id = await retain(["Alpha", "Beta", "Gamma"]);
    const pending = await waiting(id);
    expect(pending.errorMessage).toMatch(/^Waiting for openai to read 3 chunks: batch batch_0 is submitted\. It is looked at again at /);
    expect(pending.resultMetadata.batch).toMatchObject({
      status: "submitted",
      id: "batch_0",
      provider: "openai",
      model: "gpt-4o-mini",
      requests: 3,
    });
    expect(JSON.stringify(pending)).not.toMatch(/key-of-a-test|127\.0\.0\.1/); // callers see it
    const { rows } = await db.query(sql`SELECT attempts, leased_until, worker_id FROM operation WHERE bank_id = ${bank.key}`);
    expect(rows).toEqual([{ attempts: 0, leased_until: null, worker_id: null }]);
    const [batch] = server.batches;
    expect(batch?.ticket).toBe(`hs-${id}-1`);
    expect(batch?.lines[0]?.raw).toMatchObject({
      method: "POST",
      url: "/v1/chat/completions",
      body: { model: "gpt-4o-mini", max_tokens: 16_000 },
    });
    expect(new Set(batch?.lines.map(({ key }) => key)).size).toBe(3);
    server.end();
    const done = await over(id);
    expect(done).toMatchObject({
      status: "completed",
      errorMessage: null,
      resultMetadata: { extraction_errors_count: 0, unit_ids_count: 3 },
    });
    expect(done.resultMetadata.usage).toMatchObject({ input_tokens: 3_000, output_tokens: 600 });
    expect(await texts()).toEqual(read("Alpha", "Beta", "Gamma"));
    expect(server.singles).toEqual([]);
    expect(server.batches).toHaveLength(1);
    expect(await spend()).toEqual({ calls: 3, failed: 0, cost: 3 * Math.ceil((1_000 * 0.15 + 200 * 0.6) / 2) }); // half of the list price
  });

  test("a worker that is started anew looks at the same batch", async () => {
    const id = await retain(["Alpha", "Beta"]);
    await waiting(id);
    await stop();
    start("openai");
    const { looks } = server.batches[0] as { looks: number };
    await until(id, () => (server.batches[0]?.looks ?? 0) > looks); // control: the new one does look
    server.end();
    expect(await over(id)).toMatchObject({ status: "completed" });
    expect(server.batches).toHaveLength(1);
    expect(await texts()).toEqual(read("Alpha", "Beta"));
  });

  test("a chunk that failed in the batch, was cut, or was answered with nonsense is read by itself", async () => {
    server.answer = (content, kind) => {
      if (kind === "single") return answered(content);
      if (content.startsWith("Beta")) return { status: 400, message: "this line is bad" };
      if (content.startsWith("Gamma")) return { text: '{"facts": [{"what": "Ga', finish: "length" };
      if (content.startsWith("Delta")) return { text: "I would rather not." };
      return content.startsWith("Epsilon") ? "nothing" : answered(content);
    };
    const id = await retain(["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]);
    await waiting(id);
    server.end();
    const done = await over(id);
    expect(done).toMatchObject({ status: "completed", resultMetadata: { extraction_errors_count: 2 } });
    const halves = server.singles.filter((content) => paragraph("Gamma").includes(content));
    expect(halves).toHaveLength(2);
    expect(
      server.singles
        .filter((content) => !halves.includes(content))
        .map(nameOf)
        .sort(),
    ).toEqual(["Beta", "Delta", "Epsilon"]);
    expect(await texts()).toEqual(
      [...read("Alpha", "Beta", "Delta", "Epsilon", "Gamma"), `${nameOf(halves[1] as string)} was read`].sort(),
    );
    expect(server.batches).toHaveLength(1);
  });

  test("with FAIL_ON_EXTRACTION_ERRORS a failed chunk fails the operation, and a retry reads that chunk alone", async () => {
    server.answer = (content) => (content.startsWith("Beta") ? { status: 400, message: "this line is bad" } : answered(content));
    const id = await retain(["Alpha", "Beta"], "openai", { HINDSIGHT_API_FAIL_ON_EXTRACTION_ERRORS: "true" });
    await waiting(id);
    server.end();
    const failed = await over(id);
    expect(failed).toMatchObject({ status: "failed", resultMetadata: { extraction_errors_count: 1, error_code: "batch_failed" } });
    expect(failed.errorMessage).toMatch(/^1 of 2 chunks were not read by batch batch_0 of openai/);
    expect(server.singles).toEqual([]);
    server.answer = answered;
    await retryOperationOf(engine.ctx, bank, id);
    engine.operations?.wake();
    await until(id, ({ status }) => status === "pending" && server.batches.length === 2);
    server.end();
    expect(await over(id)).toMatchObject({ status: "completed", resultMetadata: { extraction_errors_count: 0 } });
    expect(server.batches[0]?.lines).toHaveLength(1);
    expect(await texts()).toEqual(read("Alpha", "Beta"));
  });

  test("a batch that expired gives what it has; the rest is read by itself", async () => {
    server.answer = (content, kind) => (kind === "line" && content.startsWith("Beta") ? "nothing" : answered(content));
    const id = await retain(["Alpha", "Beta"]);
    await waiting(id);
    server.end("expired");
    expect(await over(id)).toMatchObject({ status: "completed", resultMetadata: { extraction_errors_count: 1 } });
    expect(server.singles.map(nameOf)).toEqual(["Beta"]);
    expect(await texts()).toEqual(read("Alpha", "Beta"));
  });

  test("a batch that the provider refuses fails the operation with its reason, and is submitted again by a retry alone", async () => {
    const id = await retain(["Alpha"]);
    await waiting(id);
    server.end("failed");
    const failed = await over(id);
    expect(failed).toMatchObject({ status: "failed", resultMetadata: { error_code: "batch_failed" } });
    expect(failed.errorMessage).toContain("Enqueued token limit reached");
    expect(await texts()).toEqual([]);
    await retryOperationOf(engine.ctx, bank, id);
    await until(id, ({ status }) => status === "pending" && server.batches.length === 2);
    server.end();
    expect(await over(id)).toMatchObject({ status: "completed" });
    expect(server.batches.map(({ ticket }) => ticket)).toEqual([`hs-${id}-2`, `hs-${id}-1`]);
  });

  test("a batch that takes too long is cancelled, and its operation fails with the reason", async () => {
    const id = await retain(["Alpha"], "openai", { HINDSIGHT_API_FIREWORKS_BATCH_MAX_WAIT_SECONDS: "1" });
    const failed = await over(id);
    expect(failed).toMatchObject({ status: "failed", resultMetadata: { error_code: "batch_failed" } });
    expect(failed.errorMessage).toMatch(/Batch batch_0 of openai took longer than 1 s/);
    expect(server.cancelled).toEqual(["batch_0"]);
  });

  test("a provider that is away for a while costs no try", async () => {
    const id = await retain(["Alpha"]);
    await waiting(id);
    server.down = 503;
    const away = await until(id, ({ errorMessage }) => errorMessage?.includes("cannot be looked at") ?? false);
    expect(away.errorMessage).toContain("out of order");
    server.down = null;
    server.end();
    expect(await over(id)).toMatchObject({ status: "completed" });
  });

  test("the end of an operation by cancellation is the end of its batch, and of what was set aside for it", async () => {
    const id = await retain(["Alpha"], "openai", { HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: "1000000" });
    await waiting(id);
    expect(await setAside()).toBe(1);
    await cancelOperationOf(engine.ctx, bank, id);
    await cancelBatches(engine.ctx, bank, id);
    expect(server.cancelled).toEqual(["batch_0"]);
    await observer.flush();
    expect(await setAside()).toBe(0);
    await retryOperationOf(engine.ctx, bank, id); // the batch is over; another is made
    await until(id, ({ status }) => status === "pending" && server.batches.length === 2);
    server.end();
    expect(await over(id)).toMatchObject({ status: "completed" });
    expect(await texts()).toEqual(read("Alpha"));
  });

  test("the spend guard is asked before a batch is submitted, for all of it", async () => {
    const id = await retain(["Alpha", "Beta", "Gamma"], "openai", { HINDSIGHT_API_SPEND_BANK_TOKENS_PER_DAY: "20000" });
    await waiting(id);
    const { rows } = await db.query<{ tokens: number }>(sql`SELECT tokens::integer FROM llm_reservation WHERE bank_id = ${bank.key}`);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.tokens).toBeGreaterThan(3 * 2_000);
    const second = await engine.retain(
      bank,
      [
        { content: paragraph("Delta"), documentId: "Delta" },
        ...["E", "F", "G"].map((name) => ({ content: paragraph(name), documentId: name })),
      ],
      { async: true },
    );
    const refused = await until(second.operationId as string, ({ errorMessage }) => errorMessage?.includes("spend limit") ?? false);
    expect(refused.status).toBe("pending");
    expect(server.batches).toHaveLength(1);
    server.end();
    expect(await over(id)).toMatchObject({ status: "completed" });
    await observer.flush();
    expect(await setAside()).toBe(0);
  });

  test("a retain that is waited for is refused; one that no model reads is not", async () => {
    start("openai");
    bank = await engine.bank(`batch-${banks++}`);
    await expect(engine.retain(bank, "Alpha was here.")).rejects.toMatchObject({
      code: "bad_argument",
      message: expect.stringContaining("async: true"),
    });
    await stop();
    start("openai", { HINDSIGHT_API_RETAIN_EXTRACTION_MODE: "chunks" });
    expect((await engine.retain(bank, "Alpha was here.")).receipt?.stored).toBe(1);
  });

  test("a submission that fails is tried a few times, and then fails the operation", async () => {
    server.down = 503;
    const id = await retain(["Alpha"]);
    expect(await over(id)).toMatchObject({ status: "failed", resultMetadata: { error_code: "llm_unavailable" } });
    expect(server.paths.filter((path) => path === "POST /v1/files")).toHaveLength(1); // what comes after it is the look for what it may have left
    server.down = null;
    await retryOperationOf(engine.ctx, bank, id);
    await waiting(id);
    server.end();
    expect(await over(id)).toMatchObject({ status: "completed" });
    expect(server.batches).toHaveLength(1);
    expect(await texts()).toEqual(read("Alpha"));
  });

  test("where a batch bears no name, one that looks like it and is another's is left alone", async () => {
    const foreign = { key: "another-1", body: { messages: [{ role: "user", content: "Context: none\nContent:\nFremd" }] }, raw: {} };
    server.shadow = {
      id: "msgbatch_77",
      ticket: "",
      lines: [foreign, { ...foreign, key: "another-2" }],
      createdAt: new Date(),
      state: "ended",
      looks: 0,
    };
    server.breaksNext = true;
    const id = await retain(["Alpha", "Beta"], "anthropic");
    await until(id, ({ resultMetadata }) => (resultMetadata.batch as { id: unknown })?.id === "msgbatch_0");
    server.end();
    expect(await over(id)).toMatchObject({
      status: "completed",
      resultMetadata: { batch: { others: ["msgbatch_77"] }, extraction_errors_count: 0 },
    });
    expect(server.batches.map((batch) => batch.id)).toEqual(["msgbatch_77", "msgbatch_0"]);
    expect(await texts()).toEqual(read("Alpha", "Beta"));
  });

  describe.each(database.name === "pglite" ? Object.keys(WIRES) : ["openai"])("in the form of %s", (wire) => {
    test("a batch is read, and a line that failed is read by itself", async () => {
      server.answer = (content, kind) =>
        kind === "line" && content.startsWith("Beta") ? { status: 400, message: "bad" } : answered(content);
      const id = await retain(["Alpha", "Beta"], wire);
      await waiting(id);
      server.end();
      expect(await over(id)).toMatchObject({ status: "completed", resultMetadata: { extraction_errors_count: 1 } });
      expect(server.batches).toHaveLength(1);
      expect(server.singles.map(nameOf)).toEqual(["Beta"]);
      expect(await texts()).toEqual(read("Alpha", "Beta"));
    });

    test("a crash between the submission and its note submits nothing twice", async () => {
      server.breaksNext = true;
      const id = await retain(["Alpha", "Beta"], wire);
      await waiting(id);
      server.end();
      expect(await over(id)).toMatchObject({ status: "completed" });
      expect(server.batches).toHaveLength(1);
      expect(server.breaksNext).toBe(false); // control: it was broken
      expect(server.singles).toEqual([]);
    });
  });
});
