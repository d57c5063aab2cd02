// Several operations at once in one process: what runs side by side, what waits, what is kept free, and how a worker stops.

import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import {
  cancelOperationOf,
  enqueue,
  healParent,
  type OperationPart,
  type OperationsOptions,
  type OperationsRuntime,
  type OperationWork,
  registerHandler,
  startOperations,
} from "../../src/operations/index.js";
import { afterFailure, type RetryPolicy } from "../../src/operations/retry.js";
import { reservedRoom, sharedRoom } from "../../src/operations/slots.js";
import { sql } from "../../src/store/db.js";
import { getOperation } from "../../src/store/operations/get-operation.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";

/** What runs now, by name, and who is let go. */
const running = new Set<string>();
let gates = new Map<string, () => void>();
const done: string[] = [];
let behave: (work: OperationWork, signal: AbortSignal) => Promise<void> = async () => undefined;

for (const type of ["side", "kept"]) {
  registerHandler(type, async (ctx, _bank, work) => {
    const name = work.payload.name as string;
    running.add(name);
    try {
      await behave(work, ctx.signal);
      done.push(name);
      return {};
    } finally {
      running.delete(name);
    }
  });
}

/** Every operation waits until it is let go by name. */
const held = (work: OperationWork): Promise<void> =>
  new Promise((resolve) => {
    gates.set(work.payload.name as string, resolve);
  });
const letGo = (name: string): void => gates.get(name)?.();

/** Patient, since a machine may be slow: how long it takes decides nothing. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 120_000 });

const part = (name: string, documents: readonly string[] | null): OperationPart => ({
  payload: { name },
  itemsCount: 1,
  documentId: null,
  documents,
});

describe.each(DATABASES)("slots on $name", (database) => {
  let engine: TestEngine;
  let worker: OperationsRuntime | null;
  beforeEach(async () => {
    engine = await openEngine(database, { encoder: wordEncoder(), background: false });
    worker = null;
    running.clear();
    gates = new Map();
    done.length = 0;
    behave = held;
  });
  afterEach(async () => {
    for (const name of gates.keys()) letGo(name);
    await worker?.stop();
    await engine.close();
  });

  const start = (options: Partial<OperationsOptions> = {}): OperationsRuntime => {
    worker = startOperations(engine.ctx, engine.tenant, (key) => findBankByKey(engine.db, engine.tenant, key), { pollMs: 20, ...options });
    return worker;
  };
  const submit = async (bank: BankScope, name: string, documents: readonly string[] | null, type = "side"): Promise<string> =>
    (await enqueue(engine.ctx, bank, { type, parts: [part(name, documents)], resultMetadata: {} })).operationId;
  const runs = (): readonly string[] => [...running].sort();
  const rowOf = (bank: BankScope, id: string) => getOperation(engine.db, bank, id);

  test("what shares no document runs side by side, what shares one goes in order, what names none goes alone", async () => {
    const bank = await engine.bank();
    await submit(bank, "a1", ["a"]);
    await submit(bank, "b1", ["b"]);
    await submit(bank, "a2", ["a"]);
    await submit(bank, "alone", null);
    await submit(bank, "c1", ["c"]);
    start({ slots: 8 });
    await eventually(runs).toEqual(["a1", "b1"]);
    letGo("a1");
    await eventually(runs).toEqual(["a2", "b1"]);
    letGo("b1");
    letGo("a2");
    await eventually(runs).toEqual(["alone"]);
    letGo("alone");
    await eventually(runs).toEqual(["c1"]);
  });

  test("one bank leaves a slot, which another bank's single operation gets at once", async () => {
    const [busy, quiet] = [await engine.bank("busy"), await engine.bank("quiet")];
    for (let i = 0; i < 10; i++) await submit(busy, `b${i}`, []);
    start({ slots: 3 });
    await eventually(runs).toEqual(["b0", "b1"]);
    await submit(quiet, "q", null);
    await eventually(runs).toEqual(["b0", "b1", "q"]);
  });

  test("reserved slots are for their type alone", async () => {
    const [one, two] = [await engine.bank("one"), await engine.bank("two")];
    for (const bank of [one, two]) for (let i = 0; i < 4; i++) await submit(bank, `${bank.bankId}${i}`, []);
    start({ slots: 4, reserved: { kept: 2 } });
    await eventually(() => running.size).toBe(2);
    await submit(one, "k1", [], "kept");
    await eventually(() => runs().includes("k1")).toBe(true);
    expect(running.size).toBe(3);
  });

  test("what a quota stops waits for its turn, which it shows, and no try is used up", async () => {
    const bank = await engine.bank();
    const retryAt = new Date(Date.now() + 3_600_000);
    behave = async () => {
      throw new HindsightError("spend_limit_reached", "The bank has spent its hour.", { details: { retryAt: retryAt.toISOString() } });
    };
    const id = await submit(bank, "dear", null);
    start();
    await eventually(async () => (await rowOf(bank, id))?.errorMessage).toBe("The bank has spent its hour.");
    const row = await rowOf(bank, id);
    expect(row).toMatchObject({ status: "pending", retryCount: 0 });
    expect(Math.abs((row?.nextRetryAt?.getTime() ?? 0) - retryAt.getTime())).toBeLessThan(60_000);
  });

  test("progress is shown between steps, not at every call", async () => {
    const bank = await engine.bank();
    let written = 0;
    behave = async (work) => {
      for (let i = 1; i <= 1000; i++)
        await work.progress({ stage: "reading", at: "2030-01-01T00:00:00.000Z", processed: i, total: 1000, detail: { pages: i } });
      written = (await rowOf(bank, work.operationId))?.progress?.processed ?? 0;
    };
    const id = await submit(bank, "long", null);
    await start().ended(bank, id);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(1000);
    expect((await rowOf(bank, id))?.progress).toBeNull();
  });

  test("a stop that drains lets what runs end and takes nothing new", async () => {
    const bank = await engine.bank();
    const first = await submit(bank, "first", null);
    const second = await submit(bank, "second", null);
    const runtime = start();
    await eventually(runs).toEqual(["first"]);
    const stopped = runtime.stop({ drainMs: 20_000 });
    expect(runtime.status().isStopping).toBe(true);
    letGo("first");
    await stopped;
    expect((await rowOf(bank, first))?.status).toBe("completed");
    expect((await rowOf(bank, second))?.status).toBe("pending");
    expect(done).toEqual(["first"]);
  });

  test("a stop whose time is over puts back what runs, and its try does not count", async () => {
    const bank = await engine.bank();
    behave = async (_, signal) => {
      while (!signal.aborted) await sleep(5);
      signal.throwIfAborted();
    };
    const id = await submit(bank, "endless", null);
    const runtime = start();
    await eventually(runs).toEqual(["endless"]);
    await runtime.stop({ drainMs: 30 });
    expect(await rowOf(bank, id)).toMatchObject({ status: "pending", retryCount: 0, nextRetryAt: null });
  });

  test("a process without slots works nothing, and can wait for what others do", async () => {
    const bank = await engine.bank();
    behave = async () => undefined;
    const id = await submit(bank, "elsewhere", null);
    const idle = startOperations(engine.ctx, engine.tenant, (key) => findBankByKey(engine.db, engine.tenant, key), {
      slots: 0,
      pollMs: 20,
    });
    await sleep(100);
    expect((await rowOf(bank, id))?.status).toBe("pending");
    start();
    await idle.ended(bank, id);
    await idle.stop();
    expect(done).toEqual(["elsewhere"]);
  });

  test("a parent shows the items of its ended parts, is cancelled with those that have not begun, and heals when one end was lost", async () => {
    const bank = await engine.bank();
    const parts = ["p1", "p2", "p3"].map((name) => part(name, ["one document"])) as [OperationPart, ...OperationPart[]];
    const family = () => enqueue(engine.ctx, bank, { type: "side", parts, resultMetadata: {} });
    const { operationId } = await family();
    start();
    await eventually(runs).toEqual(["p1"]);
    letGo("p1");
    await eventually(runs).toEqual(["p2"]);
    expect(await rowOf(bank, operationId)).toMatchObject({ status: "processing", progress: { stage: "parts", processed: 1, total: 3 } });
    await cancelOperationOf(engine.ctx, bank, operationId);
    letGo("p2");
    await worker?.ended(bank, operationId);
    expect(await rowOf(bank, operationId)).toMatchObject({ status: "cancelled", progress: null });
    expect(done).toEqual(["p1", "p2"]);

    await engine.db.query(sql`UPDATE operation SET status = 'processing', completed_at = NULL WHERE operation_id = ${operationId}`);
    expect(await healParent(engine.ctx, bank, operationId)).toBe(true);
    expect((await rowOf(bank, operationId))?.status).toBe("cancelled");
    expect(await healParent(engine.ctx, bank, operationId)).toBe(false);
  });
});

describe("a failure", () => {
  const policy: RetryPolicy = { retries: 2, baseDelayMs: 1000, maxDelayMs: 60_000 };
  const now = new Date("2030-01-01T10:20:00Z");
  const next = (error: unknown, attempts = 1) => afterFailure(policy, error, attempts, now, 1);

  test("that may pass is tried again, so often and no oftener; one that comes again is not", () => {
    expect(next(new HindsightError("llm_unavailable", "busy"))).toEqual({ kind: "retry", delayMs: 1000 });
    expect(next(new HindsightError("llm_unavailable", "busy"), 3)).toEqual({ kind: "fail" });
    expect(next(new HindsightError("llm_rejected", "wrong key"))).toEqual({ kind: "fail" });
    expect(next(new HindsightError("llm_refused", "no"))).toEqual({ kind: "fail" });
  });

  test("that names its end waits for it, however often it was tried", () => {
    const quota = (retryAt: unknown) => new HindsightError("llm_unavailable", "quota", { details: { retryAt } });
    expect(next(quota("2030-01-01T10:21:00Z"), 9)).toEqual({ kind: "defer", delayMs: 60_000 });
    expect(next(quota(new Date("2030-01-01T10:20:05Z")))).toEqual({ kind: "defer", delayMs: 5_000 });
    expect(next(quota("2020-01-01T00:00:00Z"))).toEqual({ kind: "defer", delayMs: 1_000 }); // a past time makes no spin
    expect(next(quota("soon"))).toEqual({ kind: "retry", delayMs: 1000 });
  });

  test("of a spend limit without a time waits for the next hour", () => {
    expect(next(new HindsightError("spend_limit_reached", "spent"))).toEqual({ kind: "defer", delayMs: 40 * 60_000 });
  });
});

describe("room", () => {
  test("is what is free without what others lack of their floors", () => {
    const plan = { slots: 10, reserved: { consolidation: 2, retain: 1 } };
    expect(sharedRoom(plan, new Map())).toBe(7);
    expect(sharedRoom(plan, new Map([["retain", 5]]))).toBe(3);
    expect(sharedRoom(plan, new Map([["retain", 8]]))).toBe(0);
    expect([...reservedRoom(plan, new Map([["retain", 8]]))]).toEqual([["consolidation", 2]]);
    expect([...reservedRoom(plan, new Map([["consolidation", 1]]))]).toEqual([
      ["consolidation", 1],
      ["retain", 1],
    ]);
  });
});
