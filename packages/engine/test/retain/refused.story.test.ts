// Stories of a database that refuses one document for good: its neighbours in the same transaction are stored all the same.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retryOperationOf } from "../../src/operations/index.js";
import { sql } from "../../src/store/db.js";
import { operationStates } from "../../src/store/operations/operation-states.js";
import { DATABASES } from "../support/database.js";
import { openEngine, type TestEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

describe.each(DATABASES)("a document that $name refuses", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database, {
      encoder: wordEncoder(),
      operations: { retry: { retries: 3, baseDelayMs: 1, maxDelayMs: 5 }, pollMs: 20 },
    });
    await engine.db.script("ALTER TABLE memory ADD CONSTRAINT no_poison CHECK (text NOT LIKE '%poison%')");
  });
  afterAll(() => engine.close());

  test("fails alone, is named with its reason, and can be retried alone", async () => {
    const bank = await engine.bank();
    const texts = ["Tulips are red.", "This is poison.", "Roses are white.", "More poison here.", "Grass is green."];
    const items = texts.map((content, i) => ({ content, documentId: `d${i}` }));
    const { operationId } = await engine.retain(bank, items, { async: true });
    const ended = async () => {
      await engine.operations?.ended(bank, operationId as string);
      return (await operationStates(engine.db, bank, operationId as string))[0];
    };
    const state = await ended();
    expect(state).toMatchObject({
      status: "failed",
      errorMessage: expect.stringMatching(/2 of 5 documents.*"d1": .*no_poison.*"d3": .*no_poison/s),
    });
    expect(state?.resultMetadata).toMatchObject({ receipt: { stored: 3 } });
    const stored = async () => (await engine.memories(bank)).map((memory) => memory.text);
    expect(await stored()).toEqual(["Tulips are red.", "Roses are white.", "Grass is green."]);

    await engine.db.script("ALTER TABLE memory DROP CONSTRAINT no_poison");
    await retryOperationOf(engine.ctx, bank, operationId as string);
    expect(await ended()).toMatchObject({ status: "completed", resultMetadata: { receipt: { stored: 5 } } });
    expect(await stored()).toEqual(["Tulips are red.", "Roses are white.", "Grass is green.", "This is poison.", "More poison here."]);
    const { rows } = await engine.db.query<{ n: number }>(sql`SELECT count(*) AS n FROM document WHERE bank_id = ${bank.key}`);
    expect(rows[0]?.n).toBe(5);
  });
});
