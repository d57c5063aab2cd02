import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import { startOperations } from "../../src/operations/index.js";
import { startEmbedding } from "../../src/retain/index.js";
import type { Database, Db } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { wordEncoder } from "../retain/word-encoder.js";
import { DATABASES } from "../support/database.js";

/** The database, with a count of what it is asked. */
function counted(db: Database): { readonly db: Database; asked(): number } {
  let asked = 0;
  const query: Db["query"] = (statement) => {
    asked += 1;
    return db.query(statement);
  };
  return { db: Object.assign(Object.create(db) as Database, { query }), asked: () => asked };
}

describe.each(DATABASES)("an idle server on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database, { encoder: wordEncoder(), background: false });
  });
  afterAll(() => engine.close());

  test("sleeps: its worker and its embedding loop ask the database a few times a second at most", async () => {
    const { db, asked } = counted(engine.db);
    const ctx = { ...engine.ctx, db };
    const worker = startOperations(ctx, engine.tenant, (key) => findBankByKey(engine.db, engine.tenant, key));
    const embedding = startEmbedding(ctx, engine.tenant);
    await expect.poll(asked).toBeGreaterThan(0); // control: they do ask through this database
    const during = async (): Promise<number> => {
      const before = asked();
      await sleep(1_500);
      return asked() - before;
    };
    // They look round when they start, which takes a busy machine its time. Other processes may bring work to PostgreSQL, so there they look every half
    // second; alone, they are woken.
    await expect.poll(during).toBeLessThanOrEqual(12);
    await worker.stop();
    await embedding.stop();
  });
});
