// What `idle` waits for, and what it does not: an operation that is put off, and those behind it.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { HindsightError } from "../../src/errors.js";
import { enqueue, registerHandler, retryOperationOf } from "../../src/operations/index.js";
import { sql } from "../../src/store/db.js";
import { operationState } from "../../src/store/operations/operation-state.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";

/** Milliseconds that the first try of an operation of that name is put off. */
let pauses: Readonly<Record<string, number>> = {};
let done: string[] = [];
const put = new Set<string>();

registerHandler("paused", async (_ctx, _bank, { operationId, payload }) => {
  const name = payload.name as string;
  const pauseMs = put.has(operationId) ? undefined : pauses[name];
  put.add(operationId);
  if (pauseMs !== undefined) throw new HindsightError("llm_unavailable", "later", { details: { retryAt: new Date(Date.now() + pauseMs) } });
  done.push(name);
  return {};
});

describe.each(DATABASES)("waiting for an idle worker on $name", (database) => {
  let engine: TestEngine;
  let bank: BankScope;
  let banks = 0;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder() });
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    bank = await engine.bank(`idle-${banks++}`);
    done = [];
  });

  const submit = async (name: string, documents: readonly string[]): Promise<string> =>
    (
      await enqueue(engine.ctx, bank, {
        type: "paused",
        parts: [{ payload: { name }, itemsCount: 1, documentId: null, documents }],
        resultMetadata: {},
      })
    ).operationId;
  const idle = (): Promise<void> | undefined => engine.operations?.idle(AbortSignal.timeout(15_000));
  const status = async (id: string) => (await operationState(engine.db, bank, id))?.status;

  test("what is put off for long is not waited for, nor what it holds back; what may pass it is", async () => {
    pauses = { parked: 3_600_000 };
    const parked = await submit("parked", ["a"]);
    const behind = await submit("behind", ["a", "b"]);
    const free = await submit("free", ["c"]);
    await idle();
    expect(await Promise.all([parked, behind, free].map(status))).toEqual(["pending", "pending", "completed"]);
    await idle(); // again, with nothing to do at all
    await retryOperationOf(engine.ctx, bank, parked);
    await idle();
    expect(await Promise.all([parked, behind].map(status))).toEqual(["completed", "completed"]);
    expect(done).toEqual(["free", "parked", "behind"]);
  });

  test("a short pause is part of the work, and what is queued meanwhile as well", async () => {
    pauses = { short: 1_500 };
    const short = await submit("short", ["a"]);
    await idle();
    expect(await status(short)).toBe("completed");
    const next = await submit("next", ["a"]);
    await idle();
    expect(await status(next)).toBe("completed");
    const { rows } = await engine.db.query<{ n: number }>(sql`SELECT count(*) AS n FROM operation WHERE bank_id = ${bank.key}`);
    expect(rows).toEqual([{ n: 2 }]);
  });
});
