// Stories of a database that refuses one document for good: its neighbours in the same transaction are stored all the same.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retryOperationOf } from "../../src/operations/index.js";
import { sql } from "../../src/store/db.js";
import { operationStates } from "../../src/store/operations/operation-states.js";
import { DATABASES } from "../support/database.js";
import { contentOf, scriptedModels } from "../support/scripted-models.js";
import { engineOn, openEngine, type TestEngine } from "./open-engine.js";
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

  test("fails in the midst of its steps, and a retry goes on behind the last one without paying again", async () => {
    const db = await database.open();
    const models = scriptedModels((request) => ({
      facts: contentOf(request)
        .split(/(?<=\.)\s+/u)
        .map((what) => ({ what, when: "N/A", where: "N/A", who: "N/A", why: "N/A", fact_type: "world" })),
    }));
    const one = engineOn(db, { encoder: wordEncoder(), models });
    const bank = await one.bank();
    const sentences = Array.from({ length: 12 }, (_, i) => Array.from({ length: 100 }, (_, j) => `Gate ${i} has the number ${j}.`));
    const content = sentences.map((own) => own.join(" ")).join("\n\n");
    await db.script("ALTER TABLE memory ADD CONSTRAINT no_poison CHECK (text NOT LIKE 'Gate 11 has the number 50.%')");
    const { operationId } = await one.retain(bank, [{ content, documentId: "gates" }], { async: true });
    const ended = async () => {
      await one.operations?.ended(bank, operationId as string);
      return (await operationStates(db, bank, operationId as string))[0];
    };
    expect(await ended()).toMatchObject({ status: "failed", errorMessage: expect.stringContaining("no_poison") });
    const before = await one.memories(bank);
    expect(before.length).toBeGreaterThan(200);
    expect(before.length).toBeLessThan(1_200);
    await db.script("ALTER TABLE memory DROP CONSTRAINT no_poison");
    await retryOperationOf(one.ctx, bank, operationId as string);
    expect(await ended()).toMatchObject({ status: "completed", resultMetadata: { receipt: { stored: 1_200 } } });
    const after = await one.memories(bank);
    expect(after.map((memory) => memory.text).sort()).toEqual(sentences.flat().sort());
    expect(after.slice(0, before.length).map((memory) => memory.id)).toEqual(before.map((memory) => memory.id));
    expect(models.requests).toHaveLength(await one.count(bank, "chunk"));
    await one.close();
  });

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
