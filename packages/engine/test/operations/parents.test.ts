// What an operation in parts shows of them.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelOperationOf, enqueue, registerHandler } from "../../src/operations/index.js";
import { operationState } from "../../src/store/operations/operation-state.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";

let entered: () => void = () => undefined;
let opened: Promise<void> = Promise.resolve();
registerHandler("held", async () => {
  entered();
  await opened;
  return {};
});

describe.each(DATABASES)("an operation in parts on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder(), operations: { pollMs: 20 } });
  });
  afterAll(() => engine.close());

  test("is processing while its first part is at work, and says so when nothing of it can be cancelled", async () => {
    const bank = await engine.bank("held");
    let open = (): void => undefined;
    opened = new Promise((resolve) => {
      open = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const part = (name: string) => ({ payload: { name }, itemsCount: 1, documentId: null });
    const { operationId } = await enqueue(engine.ctx, bank, { type: "held", parts: [part("a"), part("b")], resultMetadata: {} });
    engine.operations?.wake();
    await begun;
    expect(await operationState(engine.db, bank, operationId)).toMatchObject({ status: "processing" });
    await cancelOperationOf(engine.ctx, bank, operationId); // the part that has not begun
    await expect(cancelOperationOf(engine.ctx, bank, operationId)).rejects.toMatchObject({
      code: "operation_conflict",
      message: expect.stringMatching(/this one is processing/),
    });
    open();
    await engine.operations?.ended(bank, operationId);
    expect(await operationState(engine.db, bank, operationId)).toMatchObject({ status: "cancelled" });
  });
});
