import { afterAll, describe, expect, test } from "vitest";
import { forgetDocument } from "../../src/forget/index.js";
import { startEmbedding } from "../../src/retain/index.js";
import { sql } from "../../src/store/db.js";
import { claimWaiting } from "../../src/store/queue/claim-waiting.js";
import { countWaiting } from "../../src/store/queue/count-waiting.js";
import { insertVectors } from "../../src/store/vectors/insert-vectors.js";
import { vectorType } from "../../src/store/vectors/vector-type.js";
import { DATABASES } from "../support/database.js";
import { sharedEncoder } from "../support/encoder.js";
import { NOT_LEARNING } from "../support/forgetting.js";
import { openEngine } from "./open-engine.js";
import { wordEncoder } from "./word-encoder.js";

describe.each(DATABASES)("vectors on $name", (database) => {
  const opened: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const engine of opened) await engine.close();
  });
  async function engineWith(options: Parameters<typeof openEngine>[1]) {
    const engine = await openEngine(database, options);
    opened.push(engine);
    return engine;
  }

  test("a synchronous retain returns with its vectors, an asynchronous one gets them behind; both are the encoder's own", async () => {
    await sharedEncoder().warm();
    const engine = await engineWith({});
    const bank = await engine.bank();
    const now = await engine.retain(bank, "Ann moved to Delft in May.");
    expect(now.receipt?.pendingEmbeddings).toBe(0);
    expect(await engine.count(bank, "memory_vector")).toBe(1);
    await engine.retain(bank, [{ content: "The build fails on Windows." }], { async: true });
    await engine.idle();
    expect(await engine.count(bank, "memory_vector")).toBe(2);
    expect(await engine.count(bank, "embedding_queue")).toBe(0);
    const { rows } = await engine.db.query<{ text: string; embedding: string; name: string; dimension: number }>(sql`
      SELECT m.text, v.embedding, e.name, e.dimension FROM memory m JOIN memory_vector v USING (bank_id, memory_no) JOIN embedding_model e USING (model_id)
      WHERE m.bank_id = ${bank.key}`);
    for (const row of rows) {
      const [expected] = await sharedEncoder().embedPassages([row.text]);
      const stored = JSON.parse(row.embedding) as number[];
      expect(stored).toHaveLength(expected?.length ?? 0);
      expect(stored.reduce((sum, x, i) => sum + x * (expected?.[i] ?? 0), 0)).toBeCloseTo(1, 3);
      expect([row.name, row.dimension]).toEqual([sharedEncoder().model.name, sharedEncoder().model.dimension]);
    }
  });

  test("a failing encoder fails no retain and loses no memory", async () => {
    const encoder = wordEncoder();
    const engine = await engineWith({ encoder, background: false });
    const loop = startEmbedding(engine.ctx, engine.tenant, { retryMs: 1, maxRetryMs: 20, pollMs: 10 });
    const bank = await engine.bank();
    encoder.failure = new Error("The encoder is away.");
    const { receipt } = await engine.retain(bank, [{ content: "Kept one." }, { content: "Kept two." }]);
    expect(receipt).toMatchObject({ stored: 2, pendingEmbeddings: 2 });
    await expect
      .poll(
        async () =>
          (await engine.db.query<{ n: number }>(sql`SELECT min(attempts) AS n FROM embedding_queue WHERE bank_id = ${bank.key}`)).rows[0]
            ?.n,
      )
      .toBeGreaterThanOrEqual(3);
    expect(await engine.count(bank, "embedding_queue")).toBe(2);
    encoder.failure = null;
    await loop.idle();
    expect(await engine.count(bank, "memory_vector")).toBe(2);
    await loop.stop();
  });

  test("one bad text does not keep the others from their vectors", async () => {
    const good = wordEncoder();
    const encoder = {
      ...good,
      embedPassages: async (texts: readonly string[]) => {
        if (texts.some((text) => text.includes("poison"))) throw new Error("This text cannot be read.");
        return good.embedPassages(texts);
      },
    };
    const engine = await engineWith({ encoder, background: false });
    const bank = await engine.bank();
    await engine.retain(bank, [{ content: "Good one." }, { content: "A poison text." }, { content: "Good two." }]);
    const loop = startEmbedding(engine.ctx, engine.tenant, { retryMs: 1, maxRetryMs: 5, pollMs: 5 });
    await expect.poll(() => engine.count(bank, "memory_vector")).toBe(2);
    await loop.stop();
    expect(await engine.count(bank, "embedding_queue")).toBe(1);
  });

  test("a memory that is deleted while its vector is made leaves nothing behind", async () => {
    const engine = await engineWith({
      encoder: { ...wordEncoder(), embedPassages: () => Promise.reject(new Error("not now")) },
      background: false,
    });
    const bank = await engine.bank();
    await engine.retain(bank, [
      { content: "Stays.", documentId: "stays" },
      { content: "Goes.", documentId: "goes" },
    ]);
    const taken = await claimWaiting(engine.db, engine.tenant, { limit: 10, leaseMs: 60_000 });
    expect(taken).toHaveLength(2);
    expect(await claimWaiting(engine.db, engine.tenant, { limit: 10, leaseMs: 60_000 })).toEqual([]);
    await engine.db.transaction((tx) => forgetDocument(tx, bank, "goes", NOT_LEARNING));
    const { rows } = await engine.db.query<{ id: number }>(
      sql`INSERT INTO embedding_model (name, dimension) VALUES ('test', 2) ON CONFLICT (name) DO UPDATE SET dimension = 2 RETURNING model_id AS id`,
    );
    const vectors = taken.map(({ bankKey, memoryNo }) => ({ bankKey, memoryNo, vector: new Float32Array([1, 0]) }));
    expect(
      await insertVectors(
        engine.db,
        engine.tenant,
        { modelId: rows[0]?.id ?? 0, vectorType: await vectorType(engine.db, engine.tenant) },
        vectors,
      ),
    ).toBe(1);
    expect(await engine.count(bank, "memory_vector")).toBe(1);
    expect(await engine.count(bank, "embedding_queue")).toBe(0);
  });

  test("every bank gets its share of the encoder", async () => {
    const engine = await engineWith({
      encoder: { ...wordEncoder(), embedPassages: () => Promise.reject(new Error("not now")) },
      background: false,
    });
    const [large, small] = [await engine.bank("large"), await engine.bank("small")];
    await engine.retain(
      large,
      Array.from({ length: 40 }, (_, i) => ({ content: `Large bank, fact ${i}.` })),
    );
    await engine.retain(small, [{ content: "Small bank, fact one." }, { content: "Small bank, fact two." }]);
    const taken = await claimWaiting(engine.db, engine.tenant, { limit: 8, leaseMs: 60_000 });
    expect(taken).toHaveLength(8);
    expect(taken.filter((row) => row.bankKey === small.key)).toHaveLength(2);
    expect((await countWaiting(engine.db, engine.tenant)).count).toBe(42);
  });

  test("a text in a language that the model cannot read waits for no vector", async () => {
    const encoder = wordEncoder();
    const engine = await engineWith({ encoder });
    const bank = await engine.bank();
    const { receipt } = await engine.retain(bank, [
      { content: "我去年搬到了上海浦东，现在住在那里。" },
      { content: "I moved to Shanghai last year and live there now." },
    ]);
    expect(receipt).toMatchObject({ stored: 2, pendingEmbeddings: 0 });
    expect(encoder.texts).toEqual(["I moved to Shanghai last year and live there now."]);
    expect(await engine.count(bank, "embedding_queue")).toBe(0);
    expect(await engine.count(bank, "memory_vector")).toBe(1);
  });

  test("many texts are not waited for", async () => {
    const engine = await engineWith({ encoder: wordEncoder() });
    const bank = await engine.bank();
    const { receipt } = await engine.retain(
      bank,
      Array.from({ length: 80 }, (_, i) => ({ content: `Fact number ${i} of eighty.` })),
    );
    expect(receipt).toMatchObject({ stored: 80, pendingEmbeddings: 80 });
    await engine.idle();
    expect(await engine.count(bank, "memory_vector")).toBe(80);
  });
});
