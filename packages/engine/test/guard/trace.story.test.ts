// The trace of model calls, on both engines: what is kept, what is dropped first, what goes when.

import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bankDirectory } from "../../src/banks/index.js";
import { loadSettings } from "../../src/config/index.js";
import type { LlmRequestFilter } from "../../src/domain/llm-requests.js";
import { HindsightError } from "../../src/errors.js";
import { forgetDocument, forgetEverything } from "../../src/forget/index.js";
import type { Hindsight } from "../../src/hindsight.js";
import type { CallRecord } from "../../src/providers/llm/index.js";
import { llmRequestResource } from "../../src/resources/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { startLlmTrace } from "../../src/telemetry/index.js";
import { DATABASES } from "../support/database.js";
import { NOT_LEARNING } from "../support/forgetting.js";
import { type Calling, type CallingOptions, callingOn, ModelCallError, NOON, tokens } from "./calling.js";

describe.each(DATABASES)("the trace of model calls on $name", ({ open }) => {
  let db: Database;
  const opened: Calling[] = [];
  const calling = (options?: CallingOptions): Calling => {
    const made = callingOn(db, options);
    opened.push(made);
    return made;
  };
  const reader = (llm: Calling): Hindsight["llmRequests"] => {
    const context = {
      db,
      tenant: llm.tenant,
      banks: bankDirectory(db, llm.tenant),
      defaults: loadSettings({}).bank,
      origins: loadSettings({}).bankOrigins,
      engine: NOT_LEARNING,
    };
    return llmRequestResource(context, llm.observer.flush, () => new Date(NOON));
  };
  const list = (llm: Calling, filter: Partial<LlmRequestFilter> = {}) => reader(llm).list("b", { limit: 50, offset: 0, ...filter });
  beforeEach(async () => {
    db = await open();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await db.close();
  });

  test("each attempt is there at once with its texts, tokens and cost, a failed one too", async () => {
    const llm = calling({
      answer: (n) => {
        if (n === 0) throw new ModelCallError("unavailable", "the model is down", { usage: tokens(7, 0) });
        return { text: "four", usage: tokens(100, 20, { cached: 10, thoughts: 5 }) };
      },
    });
    await llm.bank("b");
    const traceId = randomUUID();
    await llm.ask(await llm.bank("b"), { text: "Two and two?", metadata: { document_id: "doc", memory_ids: ["m1", "m2"] }, traceId });
    const { items, total } = await list(llm);
    expect(total).toBe(2);
    const common = {
      operation: "retain",
      scope: "retain_extract_facts",
      provider: "openai",
      model: "gpt-4o-mini",
      callType: "llm",
      traceId,
    };
    expect(items).toContainEqual(
      expect.objectContaining({
        ...common,
        status: "success",
        output: "four",
        error: null,
        input: [{ role: "user", content: "Two and two?" }],
        inputTokens: 100,
        outputTokens: 20,
        cachedTokens: 10,
        thoughtsTokens: 5,
        totalTokens: 125,
        costUsd: 30 / 1e6,
        metadata: { document_id: "doc", memory_ids: ["m1", "m2"] },
        llmInfo: expect.objectContaining({ attempt: 2, place: 0, finish_reason: "stop", operation_id: null }),
      }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({ ...common, status: "error", output: null, error: "the model is down", inputTokens: 7 }),
    );
    expect(new Set(items.map(({ spanId }) => spanId)).size).toBe(2);
  });

  test("filters, pages and traces", async () => {
    let at = NOON;
    const llm = calling({
      now: () => {
        at += 1_000;
        return new Date(at);
      },
    });
    const bank = await llm.bank("b");
    await llm.ask(bank, { traceId: "run 1", metadata: { document_id: "doc 1", memory_ids: ["m1"] } });
    await llm.ask(bank, { traceId: "run 2", metadata: { document_id: "doc 2", source_memory_ids: ["m1", "m2"] } });
    await llm.ask(bank, { traceId: "run 1" });
    const runs = async (filter: Partial<LlmRequestFilter>) => (await list(llm, filter)).items.map(({ traceId }) => traceId);
    expect(await runs({})).toEqual(["run 1", "run 2", "run 1"]);
    expect(await runs({ traceId: "run 2" })).toEqual(["run 2"]);
    expect(await runs({ documentId: "doc 1" })).toEqual(["run 1"]);
    expect(await runs({ memoryId: "m1" })).toEqual(["run 2", "run 1"]);
    expect(await runs({ memoryId: "m" })).toEqual([]);
    expect(await runs({ status: "error" })).toEqual([]);
    expect(await runs({ operation: "reflect" })).toEqual([]);
    expect(await runs({ scope: "retain_extract_facts", provider: "openai", callType: "llm", limit: 1, offset: 1 })).toEqual(["run 2"]);
    expect(await runs({ callType: "embedding" })).toEqual([]);
    const [, second] = (await list(llm)).items;
    expect((await list(llm, { id: second?.id ?? null })).items).toEqual([second]);
    expect(await runs({ start: second?.startedAt ?? null })).toEqual(["run 1", "run 2"]);
    expect(await runs({ end: second?.startedAt ?? null })).toEqual(["run 2", "run 1"]);
    const grouped = await list(llm, { group: true, limit: 1 });
    expect([grouped.total, grouped.items.map(({ traceId }) => traceId)]).toEqual([2, ["run 1", "run 1"]]);
    expect(grouped.items[0]?.startedAt.getTime()).toBeLessThan(grouped.items[1]?.startedAt.getTime() ?? 0);
  });

  test("statistics have a bucket for every hour or day", async () => {
    const llm = calling();
    await llm.ask(await llm.bank("b"));
    await llm.ask(await llm.bank("b"));
    const day = await reader(llm).stats("b", { period: "1d" });
    expect([day.unit, day.buckets.length, day.start]).toEqual(["hour", 24, new Date(Date.UTC(2026, 5, 14, 13))]);
    expect(day.buckets.at(-1)).toEqual({
      time: new Date(Date.UTC(2026, 5, 15, 12)),
      success: 2,
      error: 0,
      tokens: { input: 200, output: 40, cached: 0, thoughts: 0, total: 240 },
      costUsd: 54 / 1e6,
      unpricedCalls: 0,
    });
    expect(day.buckets.slice(0, -1).every(({ success }) => success === 0)).toBe(true);
    const week = await reader(llm).stats("b", { period: "7d", operation: "reflect" });
    expect([week.unit, week.buckets.length, week.buckets.at(-1)?.success]).toEqual(["day", 7, 0]);
    expect((await reader(llm).stats("b", { period: "30d" })).buckets.at(-1)?.success).toBe(2);
    await expect(reader(llm).stats("none", { period: "1d" })).rejects.toMatchObject({ code: "bank_not_found" });
  });

  test("scopes choose what is kept, long texts are cut, and off is off; the spend is counted all the same", async () => {
    const kept = async (env: Readonly<Record<string, string>>): Promise<number> => {
      const llm = calling({ env });
      await llm.ask(await llm.bank("b"), { text: "x".repeat(5_000) });
      return (await list(llm)).total;
    };
    expect(await kept({ HINDSIGHT_API_LLM_TRACE_ENABLED: "false" })).toBe(0);
    expect(await kept({ HINDSIGHT_API_LLM_TRACE_SCOPES: "reflect" })).toBe(0);
    expect(await kept({ HINDSIGHT_API_LLM_TRACE_EXCLUDE_SCOPES: "retain_extract_facts" })).toBe(0);
    expect(await kept({ HINDSIGHT_API_LLM_TRACE_SCOPES: "reflect,retain_extract_facts", HINDSIGHT_API_LLM_TRACE_MAX_CHARS: "300" })).toBe(
      1,
    );
    const { rows } = await db.query<{ size: number; calls: number }>(
      sql`SELECT length(input::text) AS size, (SELECT sum(calls)::integer FROM llm_usage) AS calls FROM llm_request`,
    );
    expect(rows[0]?.size).toBeLessThan(350);
    expect(rows[0]?.calls).toBe(4);
  });

  test("what is too old goes, also from many rows, and a bank's trace goes with it", async () => {
    const llm = calling({ now: () => new Date(NOON + 86_400_000 + 1) });
    const [bank, other] = [await llm.bank("b"), await llm.bank("other")];
    await db.query(sql`
      INSERT INTO llm_request (bank_id, id, operation, scope, provider, model, status, trace_id, span_id, started_at, duration_ms, input_tokens,
        output_tokens, cached_tokens, thoughts_tokens, total_tokens)
      SELECT ${bank.key}, gen_random_uuid(), 'retain', 's', 'p', 'm', 'success', 't', 's', ${new Date(NOON)}::timestamptz, 1, 1, 1, 0, 0, 2
      FROM generate_series(1, 1100)`);
    await llm.ask(bank);
    await llm.ask(other);
    await llm.observer.flush();
    await llm.observer.sweep();
    const left = async () => (await db.query<{ n: number }>(sql`SELECT count(*) AS n FROM llm_request`)).rows[0]?.n;
    expect(await left()).toBe(2);
    await db.query(sql`DELETE FROM bank WHERE bank_id = ${bank.key}`);
    expect(await left()).toBe(1);
    await llm.ask(bank); // control of no harm: the bank is gone, the call is answered and nothing is kept
    await llm.observer.flush();
    expect(await left()).toBe(1);
  });

  test("forgetting a document takes its words out of the calls, and leaves those of others; tokens stay", async () => {
    const llm = calling();
    const bank = await llm.bank("b");
    await db.query(
      sql`INSERT INTO document (bank_id, document_id, content_hash) VALUES (${bank.key}, 'doc 1', 'h'), (${bank.key}, 'doc 2', 'h')`,
    );
    await llm.ask(bank, { text: "tulip-42 of one", metadata: { document_id: "doc 1" } });
    await llm.ask(bank, { text: "tulip-42 among all" });
    await llm.ask(bank, { text: "the office of two", metadata: { document_id: "doc 2" } });
    await llm.observer.flush();
    const words = async () =>
      (await db.query<{ row: string }>(sql`SELECT r::text AS row FROM llm_request AS r`)).rows.map(({ row }) => row).join("\n");
    expect(await words()).toContain("tulip-42"); // control
    expect(await db.transaction((tx) => forgetDocument(tx, bank, "doc 1", NOT_LEARNING))).not.toBeNull();
    expect(await words()).not.toContain("tulip-42");
    expect(await words()).not.toContain("doc 1");
    expect(await words()).toContain("the office of two");
    expect((await list(llm)).items.map(({ totalTokens }) => totalTokens)).toEqual([120, 120, 120]);
    await db.transaction((tx) => forgetEverything(tx, bank));
    expect(await words()).not.toContain("the office");
  });

  test("a full queue drops texts first, then calls, and counts both; a database that is away loses nothing of the rest", async () => {
    const llm = calling();
    const bank = await llm.bank("b");
    let isAway = true;
    const away: Database = {
      ...db,
      query: (statement) => (isAway ? Promise.reject(new HindsightError("database_unavailable", "away")) : db.query(statement)),
    };
    const dropped = { bodies: 0, calls: 0 };
    const metrics = {
      llmCall: () => undefined,
      spendRefusal: () => undefined,
      llmTraceDropped: (what: "bodies" | "calls", count: number) => {
        dropped[what] += count;
      },
    };
    const parts = {
      db: away,
      tenant: llm.tenant,
      settings: llm.settings,
      log: pino({ level: "silent" }),
      now: () => new Date(NOON),
      metrics,
    };
    const trace = startLlmTrace(parts, { calls: 5, characters: 3_000 });
    const record: CallRecord = {
      origin: { bank, operation: "retain", traceId: "t" },
      purpose: "retain",
      provider: "openai",
      model: "m",
      startedAt: new Date(NOON),
      durationMs: 1,
      status: "success",
      usage: tokens(1, 1),
      finishReason: "stop",
      input: "x".repeat(1_000),
      output: "y",
      error: null,
      parameters: {},
    };
    for (let n = 0; n < 7; n++) trace.note(record, null);
    expect(dropped).toEqual({ bodies: 3, calls: 2 });
    await trace.flush();
    isAway = false;
    await trace.close();
    const { items } = await list(llm);
    expect(items.map(({ input }) => input !== null).sort()).toEqual([false, false, false, true, true]);
    expect(items.filter(({ llmInfo }) => llmInfo.bodies_dropped === true)).toHaveLength(3);
    expect(dropped.calls).toBe(2);
  });
});
