// How a worker ends, and what becomes of what it had in hand.

import { describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import { type EndedOperation, enqueue, type OperationPart, registerHandler, startOperations } from "../../src/operations/index.js";
import { sql } from "../../src/store/db.js";
import { claimOperations } from "../../src/store/operations/claim-operations.js";
import { operationState } from "../../src/store/operations/operation-state.js";
import { engineOn, openEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";

/** What the handler did, in order, and what it is told to do. */
const log: string[] = [];
let behave: (signal: AbortSignal) => Promise<void> = async () => undefined;

registerHandler("note", async ({ signal }, bank, work) => {
  log.push(`${bank.bankId}:${work.payload.name as string}`);
  await behave(signal);
  return { said: work.payload.name };
});

const part = (name: string): OperationPart => ({ payload: { name }, itemsCount: 1, documentId: null });

describe.each(DATABASES)("a worker that is stopped on $name", (database) => {
  test("puts its operation back without counting the try, and the next one does it", async () => {
    const engine = await openEngine(database, { encoder: wordEncoder(), background: false });
    const bank = await engine.bank("stopped");
    const openBank = (key: number) => findBankByKey(engine.db, engine.tenant, key);
    const { operationId } = await enqueue(engine.ctx, bank, { type: "note", parts: [part("slow")], resultMetadata: {} });
    log.length = 0;
    const first = startOperations(engine.ctx, engine.tenant, openBank, { pollMs: 20 });
    const started = new Promise<void>((resolve) => {
      behave = async (signal) => {
        resolve();
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("cut off"))));
      };
    });
    await started;
    await first.stop();
    const { rows } = await engine.db.query<{ attempts: number; status: string }>(
      sql`SELECT attempts, status FROM operation WHERE operation_id = ${operationId}`,
    );
    expect(rows).toEqual([{ attempts: 0, status: "pending" }]);
    behave = async () => undefined;
    const second = startOperations(engine.ctx, engine.tenant, openBank, { pollMs: 20 });
    await second.ended(bank, operationId);
    await second.stop();
    expect(log).toEqual(["stopped:slow", "stopped:slow"]);
    await engine.close();
  });
});

describe.each(DATABASES)("a worker that dies on $name", (database) => {
  test("leaves its operation to the next one, in its old place, and fails it when it never gets anywhere", async () => {
    const db = await database.open();
    const first = engineOn(db, { encoder: wordEncoder(), background: false });
    const bank = await first.bank("orphans");
    log.length = 0;
    behave = async () => undefined;
    await enqueue(first.ctx, bank, { type: "note", parts: [part("orphan")], resultMetadata: {} });
    await enqueue(first.ctx, bank, { type: "note", parts: [part("next")], resultMetadata: {} });
    const claim = { types: ["note"], workerId: "dead", leaseMs: -1, servedBanks: [], limit: 10, heldBanks: [], perBank: 9 };
    expect(await claimOperations(db, first.tenant, claim)).toMatchObject([{ payload: { name: "orphan" }, attempts: 1 }]);
    expect(await claimOperations(db, first.tenant, claim)).toEqual([]);

    const worker = startOperations(first.ctx, first.tenant, (key) => findBankByKey(db, first.tenant, key), { pollMs: 20 });
    await worker.idle();
    await worker.stop();
    expect(log).toEqual(["orphans:orphan", "orphans:next"]);

    // A parent of two parts, of which one stops its worker again and again.
    const { operationId } = await enqueue(first.ctx, bank, { type: "note", parts: [part("poison"), part("good")], resultMetadata: {} });
    await db.query(sql`UPDATE operation SET attempts = 2 WHERE parent_id = ${operationId}`);
    await claimOperations(db, first.tenant, { ...claim, limit: 1 });
    await db.query(sql`UPDATE operation SET status = 'completed' WHERE parent_id = ${operationId} AND status = 'pending'`);
    const told: EndedOperation[] = [];
    const second = startOperations(first.ctx, first.tenant, (key) => findBankByKey(db, first.tenant, key), {
      pollMs: 20,
      maxCrashes: 3,
      onEnd: async (tx, of, ended) => {
        expect((await operationState(tx, of, ended.operationId))?.status).toBe("failed"); // in the transaction of the end
        told.push(ended);
      },
    });
    await second.ended(bank, operationId); // whoever waits hears of it
    await second.idle();
    await second.stop();
    expect(await operationState(db, bank, operationId)).toMatchObject({
      status: "failed",
      errorMessage: expect.stringContaining("3 times"),
    });
    expect(told).toMatchObject([
      { type: "note", status: "failed", payload: { name: "poison" }, errorMessage: expect.stringContaining("3 times") },
    ]);
    expect(log).toEqual(["orphans:orphan", "orphans:next"]);
    await db.close();
  });
});
