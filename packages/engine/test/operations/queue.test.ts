import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import {
  cancelOperationOf,
  deleteOperationOf,
  enqueue,
  type OperationPart,
  type OperationWork,
  registerHandler,
  retryOperationOf,
} from "../../src/operations/index.js";
import { retryDelay } from "../../src/operations/retry.js";
import { sql } from "../../src/store/db.js";
import { operationState } from "../../src/store/operations/operation-state.js";
import { word } from "../guard/defense/samples.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";

/** What the handler of type "note" did, in order, and what it is told to do. */
const log: string[] = [];
let behave: (work: OperationWork) => Promise<void> = async () => undefined;

registerHandler("note", async (_ctx, bank, work) => {
  log.push(`${bank.bankId}:${work.payload.name as string}`);
  await behave(work);
  return { said: work.payload.name };
});

const part = (name: string): OperationPart => ({ payload: { name }, itemsCount: 1, documentId: null });

describe.each(DATABASES)("the queue on $name", (database) => {
  let engine: TestEngine;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, {
      encoder: wordEncoder(),
      operations: { retry: { retries: 2, baseDelayMs: 1, maxDelayMs: 5 }, pollMs: 20 },
    });
  });
  afterAll(() => engine.close());
  beforeEach(() => {
    log.length = 0;
    behave = async () => undefined;
  });

  const freshBank = (): Promise<BankScope> => engine.bank(`queue-${banks++}`);
  const submit = async (bank: BankScope, name: string): Promise<string> =>
    (await enqueue(engine.ctx, bank, { type: "note", parts: [part(name)], resultMetadata: { from: "test" } })).operationId;
  const stateOf = (bank: BankScope, id: string) => operationState(engine.db, bank, id);

  /** Holds the worker inside an operation until released. */
  function gate(): { readonly entered: Promise<void>; open(): void } {
    let enter = (): void => undefined;
    let open = (): void => undefined;
    const entered = new Promise<void>((resolve) => {
      enter = resolve;
    });
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    behave = async () => {
      enter();
      await opened;
    };
    return { entered, open: () => open() };
  }

  test("a failure is told without what the bank may not keep, in its causes too", async () => {
    const bank = await freshBank();
    const secret = `ghp_${word(36)}`;
    const policy = { enabled: true, rules: [{ on: "github_token", action: "block" }] };
    await engine.db.query(sql`UPDATE bank SET config = ${JSON.stringify({ memory_defense: policy })}::jsonb WHERE bank_id = ${bank.key}`);
    behave = async () => {
      throw new HindsightError("bad_argument", `There is no field '${secret}'.`, { cause: new Error(secret) });
    };
    const id = await submit(bank, "told");
    await engine.operations?.idle();
    expect(await stateOf(bank, id)).toMatchObject({ status: "failed", errorMessage: "There is no field '[REDACTED:github_token]'." });
  });

  test("what is queued is done, with its result beside what the submission noted", async () => {
    const bank = await freshBank();
    const id = await submit(bank, "hello");
    await engine.operations?.ended(bank, id);
    expect(await stateOf(bank, id)).toMatchObject({ status: "completed", resultMetadata: { from: "test", said: "hello" } });
    expect(log).toEqual([`${bank.bankId}:hello`]);
  });

  test("a bank's operations are done in order of submission", async () => {
    const bank = await freshBank();
    const names = Array.from({ length: 12 }, (_, i) => `n${i}`);
    for (const name of names) await submit(bank, name);
    await engine.idle();
    expect(log).toEqual(names.map((name) => `${bank.bankId}:${name}`));
  });

  test("a bank with much work does not keep the others waiting", async () => {
    const [busy, quiet] = [await freshBank(), await freshBank()];
    const held = gate();
    await submit(busy, "b0");
    await held.entered;
    for (let i = 1; i < 10; i++) await submit(busy, `b${i}`);
    await submit(quiet, "q0");
    held.open();
    await engine.idle();
    expect(log.indexOf(`${quiet.bankId}:q0`)).toBeLessThan(3);
    expect(log).toHaveLength(11);
  });

  test("a client's id is used once: the same again is answered alike, another bank's is refused", async () => {
    const [bank, other] = [await freshBank(), await freshBank()];
    const operationId = randomUUID();
    const operation = { type: "note", operationId, parts: [part("once")] as const, resultMetadata: {} };
    const first = await enqueue(engine.ctx, bank, operation);
    const again = await enqueue(engine.ctx, bank, operation);
    expect([first.operationId, again.operationId]).toEqual([operationId, operationId]);
    expect([first.replayed, again.replayed]).toEqual([false, true]);
    await expect(enqueue(engine.ctx, other, operation)).rejects.toMatchObject({ code: "operation_conflict", status: 409 });
    await expect(enqueue(engine.ctx, bank, { ...operation, type: "other" })).rejects.toMatchObject({ code: "operation_conflict" });
    await engine.idle();
    expect(log).toEqual([`${bank.bankId}:once`]);
  });

  test("a client's id sent eight times at once is one operation", async () => {
    const [bank, other] = [await freshBank(), await freshBank()];
    const operationId = randomUUID();
    const send = (to: BankScope) => enqueue(engine.ctx, to, { type: "note", operationId, parts: [part("race")], resultMetadata: {} });
    const results = await Promise.allSettled([bank, bank, bank, bank, other, other, other, other].map(send));
    const { rows } = await engine.db.query<{ n: number }>(sql`SELECT count(*) AS n FROM operation WHERE operation_id = ${operationId}`);
    expect(rows[0]?.n).toBe(1);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(4);
    await engine.idle();
  });

  test.each([
    ["a value out of range", sql`SELECT 1 / 0`],
    [
      "a key too long for its index",
      sql`INSERT INTO bank (external_id, name) SELECT string_agg(md5(i::text), ''), 'n' FROM generate_series(1, 300) AS i`,
    ],
  ])("what the database refuses for good, %s, fails at once and holds nobody up", async (_, statement) => {
    const bank = await freshBank();
    behave = async (work) => {
      if (work.payload.name === "bad") await engine.db.query(statement);
    };
    const [bad, next] = [await submit(bank, "bad"), await submit(bank, "next")];
    await engine.idle();
    expect((await stateOf(bank, bad))?.status).toBe("failed");
    expect((await stateOf(bank, next))?.status).toBe("completed");
    expect(log).toEqual([`${bank.bankId}:bad`, `${bank.bankId}:next`]);
  });

  test("what fails for a while is tried again", async () => {
    const bank = await freshBank();
    behave = async (work) => {
      if (work.attempts < 3) throw new HindsightError("model_unavailable", "The model sleeps.");
    };
    const id = await submit(bank, "flaky");
    await engine.operations?.ended(bank, id);
    expect(await stateOf(bank, id)).toMatchObject({ status: "completed", errorMessage: null });
    expect(log).toHaveLength(3);
  });

  test("what fails for good is not tried again, and what never works ends as failed", async () => {
    const bank = await freshBank();
    behave = async (work) => {
      throw new HindsightError(work.payload.name === "bad" ? "bad_argument" : "model_unavailable", `No: ${work.payload.name}`);
    };
    const bad = await submit(bank, "bad");
    await engine.operations?.ended(bank, bad);
    expect(log).toHaveLength(1);
    expect(await stateOf(bank, bad)).toMatchObject({ status: "failed", errorMessage: "No: bad" });
    const down = await submit(bank, "down");
    await engine.operations?.ended(bank, down);
    expect(log).toHaveLength(4);
    expect(await stateOf(bank, down)).toMatchObject({ status: "failed", errorMessage: "No: down" });
  });

  test("a retry delay grows, is bounded, and is spread", () => {
    const policy = { retries: 3, baseDelayMs: 1000, maxDelayMs: 10_000 };
    expect([1, 2, 3, 9].map((attempt) => retryDelay(policy, attempt, 1))).toEqual([1000, 4000, 10_000, 10_000]);
    expect(retryDelay(policy, 1, 0)).toBe(500);
  });

  test("a failed operation can be retried, a finished one deleted, a live one neither", async () => {
    const bank = await freshBank();
    behave = async () => {
      throw new HindsightError("bad_argument", "No.");
    };
    const id = await submit(bank, "again");
    await engine.operations?.ended(bank, id);
    behave = async () => undefined;
    await retryOperationOf(engine.ctx, bank, id);
    await engine.operations?.ended(bank, id);
    expect(await stateOf(bank, id)).toMatchObject({ status: "completed", errorMessage: null });
    await expect(retryOperationOf(engine.ctx, bank, id)).rejects.toMatchObject({ status: 409 });
    await expect(cancelOperationOf(engine.ctx, bank, id)).rejects.toMatchObject({ status: 409 });
    await deleteOperationOf(engine.ctx, bank, id);
    expect(await stateOf(bank, id)).toBeNull();
    for (const verb of [cancelOperationOf, retryOperationOf, deleteOperationOf]) {
      await expect(verb(engine.ctx, bank, id)).rejects.toMatchObject({ code: "operation_not_found", status: 404 });
    }
  });

  test("a pending operation can be cancelled, a running one can not", async () => {
    const bank = await freshBank();
    const held = gate();
    const running = await submit(bank, "running");
    await held.entered;
    const waiting = await submit(bank, "waiting");
    await expect(cancelOperationOf(engine.ctx, bank, running)).rejects.toMatchObject({ code: "operation_conflict", status: 409 });
    await expect(deleteOperationOf(engine.ctx, bank, waiting)).rejects.toMatchObject({ status: 409 });
    await cancelOperationOf(engine.ctx, bank, waiting);
    held.open();
    await engine.idle();
    expect(log).toEqual([`${bank.bankId}:running`]);
    expect(await stateOf(bank, waiting)).toMatchObject({ status: "cancelled" });
    await retryOperationOf(engine.ctx, bank, waiting);
    await engine.idle();
    expect(log).toEqual([`${bank.bankId}:running`, `${bank.bankId}:waiting`]);
  });

  test("an operation that is put off can be retried: it is due at once, and its tries stay counted; one that is due can not", async () => {
    const bank = await freshBank();
    let puts = 0;
    behave = async () => {
      puts += 1;
      if (puts > 1) return;
      throw new HindsightError("llm_unavailable", "Wait.", { details: { retryAt: new Date(Date.now() + 3_600_000).toISOString() } });
    };
    const id = await submit(bank, "later");
    await expect.poll(async () => (await stateOf(bank, id))?.errorMessage, { timeout: 10_000 }).toBe("Wait.");
    expect([puts, (await stateOf(bank, id))?.status]).toEqual([1, "pending"]);
    await retryOperationOf(engine.ctx, bank, id);
    await engine.operations?.ended(bank, id);
    expect([puts, (await stateOf(bank, id))?.status]).toEqual([2, "completed"]);
    const held = gate();
    await submit(bank, "running");
    await held.entered;
    const due = await submit(bank, "due");
    await expect(retryOperationOf(engine.ctx, bank, due)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("pending, and due"),
    });
    held.open();
    await engine.idle();
  });

  test("another bank's operations are out of reach", async () => {
    const [bank, other] = [await freshBank(), await freshBank()];
    const id = await submit(bank, "mine");
    await engine.idle();
    await expect(deleteOperationOf(engine.ctx, other, id)).rejects.toMatchObject({ code: "operation_not_found" });
    expect(await stateOf(other, id)).toBeNull();
    expect(await stateOf(bank, id)).toMatchObject({ status: "completed" });
  });

  describe("a parent", () => {
    const family = (bank: BankScope, names: readonly [string, ...string[]]) =>
      enqueue(engine.ctx, bank, {
        type: "note",
        parts: names.map(part) as [OperationPart, ...OperationPart[]],
        resultMetadata: { items_count: names.length },
      });

    test("is completed when its children are", async () => {
      const bank = await freshBank();
      const { operationId, itemsCount } = await family(bank, ["c1", "c2", "c3"]);
      expect(itemsCount).toBe(3);
      await engine.operations?.ended(bank, operationId);
      expect(await stateOf(bank, operationId)).toMatchObject({
        status: "completed",
        isParent: true,
        resultMetadata: { is_parent: true, num_sub_batches: 3, items_count: 3 },
      });
      expect(log.map((entry) => entry.split(":")[1])).toEqual(["c1", "c2", "c3"]);
      const { rows } = await engine.db.query<{ m: Record<string, unknown> }>(
        sql`SELECT result_metadata AS m FROM operation WHERE bank_id = ${bank.key} AND parent_id = ${operationId} ORDER BY sequence`,
      );
      expect(rows.map(({ m }) => [m.parent_operation_id, m.sub_batch_index, m.total_sub_batches])).toEqual(
        [1, 2, 3].map((n) => [operationId, n, 3]),
      );
    });

    test("has failed when one of them has, and retries that one", async () => {
      const bank = await freshBank();
      behave = async (work) => {
        if (work.payload.name === "c2") throw new HindsightError("bad_argument", "Not c2.");
      };
      const { operationId } = await family(bank, ["c1", "c2", "c3"]);
      await engine.operations?.ended(bank, operationId);
      expect(await stateOf(bank, operationId)).toMatchObject({ status: "failed", errorMessage: "Not c2." });
      behave = async () => undefined;
      log.length = 0;
      await retryOperationOf(engine.ctx, bank, operationId);
      await engine.operations?.ended(bank, operationId);
      expect(await stateOf(bank, operationId)).toMatchObject({ status: "completed", errorMessage: null });
      expect(log).toEqual([`${bank.bankId}:c2`]);
    });

    test("is cancelled with its pending children, and deleted with all", async () => {
      const bank = await freshBank();
      const held = gate();
      await submit(bank, "before");
      await held.entered;
      const { operationId } = await family(bank, ["c1", "c2"]);
      await cancelOperationOf(engine.ctx, bank, operationId);
      held.open();
      await engine.idle();
      expect(log).toEqual([`${bank.bankId}:before`]);
      expect(await stateOf(bank, operationId)).toMatchObject({ status: "cancelled" });
      await deleteOperationOf(engine.ctx, bank, operationId);
      expect(await engine.count(bank, "operation")).toBe(1);
    });
  });

  test("work goes on behind its last checkpoint, whose step is not done twice", async () => {
    const bank = await freshBank();
    const steps: string[] = [];
    behave = async (work) => {
      const from = (work.resultMetadata.step as number | undefined) ?? 0;
      for (let step = from; step < 4; step++) {
        if (step === 2 && from === 0) throw new HindsightError("model_unavailable", "A pause.");
        await engine.db.transaction(async (tx) => {
          steps.push(`step ${step}`);
          await work.checkpoint(tx, { stage: "stepping", at: new Date().toISOString(), processed: step + 1, total: 4 }, { step: step + 1 });
        });
      }
    };
    const id = await submit(bank, "steps");
    await engine.operations?.ended(bank, id);
    expect(steps).toEqual(["step 0", "step 1", "step 2", "step 3"]);
    expect(await stateOf(bank, id)).toMatchObject({ status: "completed", resultMetadata: { step: 4 } });
  });

  test("a worker that lost its lease can write nothing any more", async () => {
    const bank = await freshBank();
    let late: unknown = null;
    let runs = 0;
    behave = async (work) => {
      runs += 1;
      if (runs > 1) return;
      await engine.db.query(
        sql`UPDATE operation SET worker_id = 'another' WHERE bank_id = ${bank.key} AND operation_id = ${work.operationId}`,
      );
      await engine.db
        .transaction(async (tx) => {
          await tx.query(sql`UPDATE bank SET name = 'written by the loser' WHERE bank_id = ${bank.key}`);
          await work.complete(tx, { by: "loser" });
        })
        .catch((error: unknown) => {
          late = error;
          throw error;
        });
    };
    const id = await submit(bank, "lost");
    await expect.poll(() => late).toMatchObject({ code: "write_conflict" });
    const { rows } = await engine.db.query<{ name: string }>(sql`SELECT name FROM bank WHERE bank_id = ${bank.key}`);
    expect(rows[0]?.name).toBe(bank.bankId);
    expect(await stateOf(bank, id)).toMatchObject({ status: "processing" });
    await engine.db.query(sql`UPDATE operation SET status = 'cancelled' WHERE bank_id = ${bank.key} AND operation_id = ${id}`);
  });
});
