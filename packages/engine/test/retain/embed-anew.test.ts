import { afterAll, describe, expect, test } from "vitest";
import { findBankByKey } from "../../src/banks/index.js";
import type { BankScope } from "../../src/domain/scope.js";
import { recall } from "../../src/recall/index.js";
import { startEmbedding } from "../../src/retain/index.js";
import { type Database, type Db, type Statement, sql } from "../../src/store/db.js";
import { queueUnembedded } from "../../src/store/queue/queue-unembedded.js";
import { DATABASES } from "../support/database.js";
import { sharedEncoder } from "../support/encoder.js";
import { engineOn, openEngine, type TestEngine } from "./open-engine.js";
import { type WordEncoder, wordEncoder } from "./word-encoder.js";

/** An encoder of another name, dimension and languages. */
function named(name: string, dimension: number, languages: readonly string[] | "any" = ["en"]): WordEncoder {
  const encoder = wordEncoder(dimension);
  return Object.assign(encoder, { model: { ...encoder.model, name, languages } });
}

async function vectorsBy(db: Db, bank: BankScope): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query<{ name: string; n: number }>(sql`
    SELECT e.name, count(*) AS n FROM memory_vector v JOIN embedding_model e USING (model_id) WHERE v.bank_id = ${bank.key} GROUP BY 1 ORDER BY 1`);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

describe.each(DATABASES)("another embedding model on $name", (database) => {
  const databases: Database[] = [];
  afterAll(async () => {
    for (const db of databases) await db.close();
  });
  async function fresh(options: Parameters<typeof openEngine>[1]): Promise<TestEngine> {
    const engine = await openEngine(database, options);
    databases.push(engine.db);
    return engine;
  }
  /** Stops what runs on the database and opens it with another encoder. */
  async function reopened(engine: TestEngine, encoder: NonNullable<Parameters<typeof engineOn>[1]>["encoder"]): Promise<TestEngine> {
    await engine.operations?.stop();
    await engine.embedding?.stop();
    return engineOn(engine.db, { encoder: encoder as WordEncoder });
  }

  test("embeds what the one before it had embedded, and what that could not read; then its vectors alone are there", async () => {
    const old = await fresh({ encoder: named("old", 32) });
    const [one, two] = [await old.bank("one"), await old.bank("two")];
    await old.retain(one, [{ content: "The cat sleeps on the mat." }, { content: "我去年搬到了上海浦东，现在住在那里。" }]);
    await old.retain(
      two,
      Array.from({ length: 1100 }, (_, i) => ({ content: `Fact number ${i} of many.`, documentId: `${i}` })),
    );
    await old.idle();
    expect(await vectorsBy(old.db, one)).toEqual({ old: 1 }); // control

    const next = await reopened(old, named("new", 16, "any"));
    await next.idle();
    expect(await vectorsBy(next.db, one)).toEqual({ new: 2 });
    expect(await vectorsBy(next.db, two)).toEqual({ new: 1100 });
    expect(await next.count(two, "embedding_queue")).toBe(0);

    const back = await reopened(next, named("old", 32));
    await back.idle();
    expect(await vectorsBy(back.db, one)).toEqual({ old: 1 });
    await reopened(back, named("old", 32)).then((last) => last.embedding?.stop());
  });

  test("keeps the old vectors of a bank until its own are complete", async () => {
    const old = await fresh({ encoder: named("old", 32) });
    const bank = await old.bank();
    await old.retain(bank, [{ content: "Good one." }, { content: "Good two." }]);
    const away = named("new", 16);
    away.failure = new Error("The encoder is away.");
    const next = await reopened(old, away);
    await expect.poll(() => next.count(bank, "embedding_queue")).toBe(2);
    expect(await vectorsBy(next.db, bank)).toEqual({ old: 2 });
    // Stopped before it is complete, and the first model again: nothing is taken for complete.
    const back = await reopened(next, named("old", 32));
    await back.retain(bank, "Good three.");
    await back.idle();
    expect(await vectorsBy(back.db, bank)).toEqual({ old: 3 });
    await back.embedding?.stop();
  });

  test("is found by meaning afterwards, with the real encoder", { timeout: 120_000 }, async () => {
    const old = await fresh({ encoder: named("old", 32) });
    const bank = await old.bank();
    await old.retain(bank, [{ content: "Ann adopted a puppy from the shelter." }, { content: "The invoice is due on Friday." }]);
    const next = await reopened(old, sharedEncoder());
    await next.idle();
    const { results } = await recall(next.ctx, bank, { query: "Who got a new dog?" });
    expect(results[0]?.text).toContain("puppy");
    expect(results[0]?.scores.semantic).toBeGreaterThan(0);
    await next.embedding?.stop();
    await next.operations?.stop();
  });

  test("a start that has nothing to do looks at no memory", async () => {
    const engine = await fresh({ encoder: named("old", 32) });
    const bank = await engine.bank();
    await engine.retain(bank, "Kept.");
    await engine.operations?.stop();
    await engine.embedding?.stop();
    const texts: string[] = [];
    const db = Object.create(engine.db, {
      query: {
        value: (statement: Statement) => {
          texts.push(statement.text);
          return engine.db.query(statement);
        },
      },
    }) as Database;
    const openBank = (key: number) => findBankByKey(db, engine.tenant, key);
    const scanned = async (): Promise<number> => {
      texts.length = 0;
      const loop = startEmbedding({ ...engine.ctx, db }, engine.tenant, { openBank });
      await loop.idle();
      await loop.stop();
      return texts.filter((text) => text.includes("FROM memory")).length;
    };
    const first = await scanned();
    expect([first > 0, await scanned()]).toEqual([true, 0]); // control: the first one looked, since the bank was new
  });

  test("two processes may queue the same memories at once", async () => {
    const engine = await fresh({ encoder: named("old", 32), background: false });
    const bank = await engine.bank();
    await engine.retain(bank, [
      { content: "One.", documentId: "1" },
      { content: "Two.", documentId: "2" },
    ]);
    const slice = { modelId: 999, languages: null, after: 0, limit: 10 };
    const [a, b] = await Promise.all([queueUnembedded(engine.db, bank, slice), queueUnembedded(engine.db, bank, slice)]);
    expect([a, b]).toEqual([
      { last: 2, lacking: 2 },
      { last: 2, lacking: 2 },
    ]);
    expect(await engine.count(bank, "embedding_queue")).toBe(2);
    expect(await queueUnembedded(engine.db, bank, { ...slice, after: 2 })).toEqual({ last: null, lacking: 0 });
  });
});
