import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { E5_SMALL_V2 } from "@hindsight-memory/models-en";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { loadSettings } from "../../src/config/index.js";
import type { RecallRequest } from "../../src/domain/requests.js";
import { createRerankProvider } from "../../src/providers/rerank/index.js";
import type { RerankProvider, RerankReport } from "../../src/providers/rerank/provider.js";
import { recall } from "../../src/recall/index.js";
import { sql } from "../../src/store/db.js";
import { type Asked, type ModelTestServer, modelTestServer, type Reply } from "../providers/model-server.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { type AskedBank, bankOf } from "./bank-of.js";

const KEYS = [
  "The house key hangs on the red hook.",
  "The office key lies in the top drawer.",
  "The cellar key is under the flower pot.",
  "The bicycle key is on Ann's ring.",
];
const QUESTION = "Where is the house key?";
/** More than any of these tests takes. */
const AMPLE = 60_000;
const log = pino({ level: "silent" });

const likes = (word: string) => (texts: readonly string[]) =>
  texts.map((text, index) => ({ index, score: text.includes(word) ? 0.95 : 0.05 }));

describe.each(DATABASES.slice(0, 1))("reranking on $name", (database) => {
  let engine: TestEngine;
  let keys: AskedBank;
  let builtIn: readonly string[];
  const open: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    engine = await openEngine(database);
    keys = await bankOf(engine, KEYS);
    builtIn = await keys.texts(QUESTION);
    expect(builtIn[0]).toContain("house");
    expect(builtIn).toHaveLength(4);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  afterAll(() => engine.close());

  function made(env: Readonly<Record<string, string>>): RerankProvider {
    const provider = createRerankProvider(loadSettings(env), log)!;
    open.push(provider);
    return provider;
  }

  async function served(script: (asked: Asked, nth: number) => Reply, more: Readonly<Record<string, string>> = {}) {
    const server: ModelTestServer = await modelTestServer(script);
    open.push(server);
    const env = {
      HINDSIGHT_API_RERANKER_PROVIDER: "tei",
      HINDSIGHT_API_RERANKER_TEI_URL: server.url,
      HINDSIGHT_API_RERANKER_MAX_RETRIES: "0",
    };
    return { server, reranker: made({ ...env, ...more }) };
  }

  async function asked(reranker: RerankProvider, more: Partial<RecallRequest> = {}, bank = keys) {
    const reports: RerankReport[] = [];
    const ctx = { ...engine.ctx, reranker, onReranked: (report: RerankReport) => void reports.push(report) };
    const result = await recall(ctx, bank.scope, { query: QUESTION, rerankBudgetMs: AMPLE, trace: true, ...more });
    return { ...result, texts: result.results.map(({ text }) => text), reports };
  }

  test("its word counts, and the trace says what it did", async () => {
    const { reranker } = await served(({ body }) => ({ json: likes("cellar")(body.texts) }));
    const { texts, results, degraded, trace, reports } = await asked(reranker);
    expect(texts[0]).toContain("cellar");
    expect(results[0]?.scores.reranker).toBe(0.95);
    expect([degraded, trace?.degraded]).toEqual([[], []]);
    expect(trace?.reranker).toMatchObject({ model: "tei", budget_ms: AMPLE, candidates: 4, scored: 4, cut: null, circuit: "closed" });
    expect(reports).toEqual([expect.objectContaining({ candidates: 4, scored: 4, cut: null })]);
  });

  const FAULTS: readonly (readonly [string, Reply, string])[] = [
    ["sleeps", "hang", "reranker_time"],
    ["dies", "break", "reranker_failed"],
    ["answers with a web page", { headers: { "content-type": "text/html" }, text: "<html>busy</html>" }, "reranker_failed"],
    ["answers too little", { json: [{ index: 0, score: 1 }] }, "reranker_failed"],
    ["answers NaN", { json: KEYS.map((_, index) => ({ index, score: null })) }, "reranker_failed"],
    ["answers texts", { json: KEYS.map((_, index) => ({ index, score: "best" })) }, "reranker_failed"],
    ["answers one index four times", { json: KEYS.map(() => ({ index: 2, score: 0.9 })) }, "reranker_failed"],
    ["is out of order", { status: 500, json: { error: "cuda" } }, "reranker_failed"],
  ];

  test.each(FAULTS)("one that %s leaves the built-in order, with its scores", async (_, reply, cut) => {
    const { reranker } = await served(() => reply);
    const { texts, results, degraded, trace } = await asked(reranker, { rerankBudgetMs: reply === "hang" ? 50 : AMPLE });
    expect(texts).toEqual(builtIn);
    expect(results.map(({ scores }) => scores.final)).toEqual((await keys.recall(QUESTION)).results.map(({ scores }) => scores.final));
    expect(results.map(({ scores }) => scores.reranker)).toEqual([null, null, null, null]);
    expect([degraded, trace?.degraded]).toEqual([[cut], [cut]]);
    expect(trace?.reranker).toMatchObject({ scored: 0, cut });
  });

  test("one that failed three times is not asked, and recall goes on without it", async () => {
    const { server, reranker } = await served(() => "break");
    for (let i = 0; i < 3; i++) expect((await asked(reranker)).degraded).toEqual(["reranker_failed"]);
    const { degraded, texts, trace } = await asked(reranker);
    expect([degraded, texts, server.asked.length]).toEqual([["reranker_open"], builtIn, 3]);
    expect(trace?.reranker).toMatchObject({ circuit: "open" });
  });

  test("one that comes to a part of them: what it scored stands above the rest, which keeps the built-in order, and none is lost", async () => {
    const { reranker } = await served(({ body }, nth) => (nth === 1 ? { json: likes("nothing")(body.texts) } : "hang"), {
      HINDSIGHT_API_RERANKER_TEI_BATCH_SIZE: "2",
    });
    const { texts, results, degraded } = await asked(reranker, { rerankBudgetMs: 1_500 });
    expect(degraded).toEqual(["reranker_time"]);
    expect(results.map(({ scores }) => scores.reranker)).toEqual([0.05, 0.05, null, null]);
    expect(texts).toEqual(builtIn);
  });

  test("the time is the server's, a bank's, or the request's own; 0 leaves it out and degrades nothing", async () => {
    const { server, reranker } = await served(({ body }) => ({ json: likes("cellar")(body.texts) }));
    const none = await asked(reranker, { rerankBudgetMs: 0 });
    expect([none.texts, none.degraded, none.trace?.reranker, none.reports]).toEqual([builtIn, [], null, []]);
    expect(server.asked).toHaveLength(0);
    expect((await asked(reranker, { rerankBudgetMs: null })).reports[0]?.budgetMs).toBe(100);

    const hasty = await bankOf(engine, KEYS);
    await engine.db.query(sql`UPDATE bank SET config = '{"rerank_budget_ms": 7}' WHERE bank_id = ${hasty.scope.key}`);
    expect((await asked(reranker, { rerankBudgetMs: null }, hasty)).reports[0]?.budgetMs).toBe(7);
    expect((await asked(reranker, { rerankBudgetMs: 9 }, hasty)).reports[0]?.budgetMs).toBe(9);
    for (const wrong of [-1, 0.5, 60_001, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(asked(reranker, { rerankBudgetMs: wrong })).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("a caller who hangs up while it scores ends the recall, and the server sees it", async () => {
    const leaving = new AbortController();
    const { reranker } = await served(() => {
      leaving.abort();
      return "hang";
    });
    const ctx = { ...engine.ctx, reranker, signal: leaving.signal };
    await expect(recall(ctx, keys.scope, { query: QUESTION, rerankBudgetMs: AMPLE })).rejects.toMatchObject({ code: "request_cancelled" });
    expect(reranker.circuit()).toBe("closed");
  });

  const onnx = (file: string) =>
    made({
      HINDSIGHT_API_RERANKER_PROVIDER: "onnx",
      HINDSIGHT_API_RERANKER_ONNX_MODEL_PATH: file,
      HINDSIGHT_API_RERANKER_ONNX_TOKENIZER_NAME_OR_PATH: fileURLToPath(E5_SMALL_V2.tokenizer.url),
    });
  const overlap = fileURLToPath(new URL("../providers/fixtures/overlap-cross-encoder.onnx", import.meta.url));

  test("a file of the user's own: it counts common words", async () => {
    const reranker = onnx(overlap);
    await reranker.warm();
    const { results, degraded } = await asked(reranker, { query: "under the flower pot" });
    expect(degraded).toEqual([]);
    // under, the (twice in the text), flower, pot: 2 · 5 − 4
    expect(results[0]).toMatchObject({ text: KEYS[2], scores: { reranker: expect.closeTo(1 / (1 + Math.exp(-6)), 4) } });
    expect(results.every(({ scores }) => scores.reranker !== null)).toBe(true);
  });

  test("a file that is broken, and one that is not loaded yet, leave the built-in order", async () => {
    const broken = path.join(mkdtempSync(path.join(tmpdir(), "hindsight-broken-")), "model.onnx");
    writeFileSync(broken, "not a model");
    const bad = onnx(broken);
    await expect(bad.warm()).rejects.toMatchObject({ code: "model_unavailable" });
    const { texts, degraded } = await asked(bad);
    expect([texts, degraded]).toEqual([builtIn, ["reranker_failed"]]);
    const cold = await asked(onnx(overlap));
    expect([cold.texts, cold.degraded]).toEqual([builtIn, ["reranker_loading"]]);
  });
});
