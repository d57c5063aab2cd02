// What is stuck, what would help, and that it does; and the sweep of old records.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { type EndedOperation, planRepair, repair, sweepOnce } from "../../src/operations/index.js";
import { sql } from "../../src/store/db.js";
import { listStuck } from "../../src/store/operations/list-stuck.js";
import { operationState } from "../../src/store/operations/operation-state.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";

interface Row {
  readonly type?: string;
  readonly status?: string;
  readonly parent?: string;
  readonly isParent?: boolean;
  readonly attempts?: number;
  /** Minutes from now. */
  readonly due?: number;
  readonly leased?: number;
  readonly ended?: number;
}

describe.each(DATABASES)("old and stuck operations on $name", (database) => {
  let engine: TestEngine;
  let bank: BankScope;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder(), background: false });
    bank = await engine.bank();
  });
  afterAll(() => engine.close());

  async function put(row: Row): Promise<string> {
    const id = randomUUID();
    const minutes = (n: number | undefined) => (n === undefined ? null : new Date(Date.now() + n * 60_000));
    await engine.db.query(sql`
      INSERT INTO operation (bank_id, operation_id, parent_id, type, status, payload, attempts, next_attempt_at, leased_until, completed_at, items_count)
      VALUES (${bank.key}, ${id}, ${row.parent ?? null}, ${row.type ?? id}, ${row.status ?? "pending"}, ${row.isParent === true ? null : "{}"}::jsonb,
        ${row.attempts ?? 0}, ${minutes(row.due ?? 0)}::timestamptz, ${minutes(row.leased)}::timestamptz, ${minutes(row.ended)}::timestamptz, 1)`);
    return id;
  }
  const clear = () => engine.db.query(sql`DELETE FROM operation`);
  const stateOf = (id: string) => operationState(engine.db, bank, id);

  test("each kind is found, what gets on by itself is not, and the step for it helps", async () => {
    await clear();
    const silent = await put({ status: "processing", leased: -1, attempts: 2 });
    const hopeless = await put({ status: "processing", leased: -1, attempts: 10 });
    const forgotten = await put({ due: -30 });
    const finished = await put({ isParent: true, status: "processing" });
    await put({ parent: finished, status: "completed" });
    await put({ parent: finished, status: "completed" });
    const childless = await put({ isParent: true });
    const orphan = await put({ parent: randomUUID() });
    // These get on by themselves.
    await put({ status: "processing", leased: 1 });
    await put({ due: -1 });
    await put({ due: 5, attempts: 3 });
    await put({ type: "busy", status: "processing", leased: 1 });
    await put({ type: "busy", due: -60 });
    await put({ type: "waiting", due: 5 });
    await put({ type: "waiting", due: -60 });
    const living = await put({ isParent: true });
    await put({ parent: living, due: -1 });

    const stuck = await listStuck(engine.db, engine.tenant, { dueForMs: 10 * 60_000, limit: 100 });
    const plan = planRepair(stuck);
    expect(new Map(plan.map(({ operation, step }) => [operation.operationId, [operation.reason, step]]))).toEqual(
      new Map([
        [silent, ["no_worker", "requeue"]],
        [hopeless, ["no_worker", "fail"]],
        [forgotten, ["long_due", "start_worker"]],
        [finished, ["children_ended", "finish"]],
        [childless, ["no_children", "fail"]],
        [orphan, ["no_parent", "adopt"]],
      ]),
    );
    const done = new Map<string, boolean>();
    const told: EndedOperation[] = [];
    const ctx = { db: engine.db, onEnd: async (_tx: unknown, _bank: unknown, ended: EndedOperation) => void told.push(ended) };
    for (const one of plan) done.set(one.operation.operationId, await repair(ctx, bank, one));
    expect([silent, hopeless, forgotten, finished, childless, orphan].map((id) => done.get(id))).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
    expect(await stateOf(silent)).toMatchObject({ status: "pending" });
    expect(await stateOf(hopeless)).toMatchObject({ status: "failed", errorMessage: expect.stringContaining("10 times") });
    expect(told).toMatchObject([
      { operationId: hopeless, status: "failed", payload: {}, errorMessage: expect.stringContaining("10 times") },
    ]);
    expect(await stateOf(finished)).toMatchObject({ status: "completed" });
    expect(await stateOf(childless)).toMatchObject({ status: "failed", errorMessage: expect.stringContaining("Submit its content again") });
    expect(await stateOf(orphan)).toMatchObject({ status: "pending", parentId: null });
    const left = await listStuck(engine.db, engine.tenant, { dueForMs: 10 * 60_000, limit: 100 });
    expect(left.map(({ operationId }) => operationId)).toEqual([forgotten]);
  });

  test("a plan that is stale takes nothing from a living worker", async () => {
    await clear();
    const id = await put({ status: "processing", leased: -1 });
    const [step] = planRepair(await listStuck(engine.db, engine.tenant, { dueForMs: 0, limit: 10 }));
    await engine.db.query(
      sql`UPDATE operation SET leased_until = now() + interval '1 minute', worker_id = 'alive' WHERE operation_id = ${id}`,
    );
    expect(step && (await repair({ db: engine.db, onEnd: () => Promise.reject(new Error("told")) }, bank, step))).toBe(false);
    expect(await stateOf(id)).toMatchObject({ status: "processing" });
  });

  test("records go when they are old, children after their parent, and nothing that is live or young", async () => {
    await clear();
    const day = 24 * 60;
    const old = await Promise.all(["completed", "failed", "cancelled"].map((status) => put({ status, ended: -3 * day })));
    const oldParent = await put({ isParent: true, status: "completed", ended: -3 * day });
    const itsChild = await put({ parent: oldParent, status: "completed", ended: -4 * day });
    const youngParent = await put({ isParent: true, status: "completed", ended: -day });
    const kept = [
      youngParent,
      await put({ parent: youngParent, status: "completed", ended: -4 * day }),
      await put({ status: "completed", ended: -day }),
      await put({ due: -5 * day }),
      await put({ status: "processing", leased: 1 }),
    ];
    const swept = await sweepOnce(engine.ctx, engine.tenant, { days: 2, batchSize: 2 }, new AbortController().signal);
    expect(swept).toBe(old.length + 2);
    for (const id of [...old, oldParent, itsChild]) expect(await stateOf(id)).toBeNull();
    for (const id of kept) expect(await stateOf(id)).not.toBeNull();
  });
});
