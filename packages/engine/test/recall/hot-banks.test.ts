// A bank in memory answers as the database does, at every version of it, and never for another bank.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBank } from "../../src/banks/index.js";
import type { RecallRequest } from "../../src/domain/requests.js";
import type { BankScope } from "../../src/domain/scope.js";
import { forgetBank, forgetDocument } from "../../src/forget/index.js";
import { hotBanks } from "../../src/hot/index.js";
import { hotVectors } from "../../src/hot/vectors.js";
import { recall } from "../../src/recall/index.js";
import { sql } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { difference, question, seeded, talk } from "./hot-answers.js";

const MB = 2 ** 20;

describe("vectors in memory", () => {
  test("are compared as a plain sum compares them, whatever was put in, changed and taken out", () => {
    const random = seeded(11);
    for (const dimension of [4, 30, 384]) {
      const vectors = hotVectors(dimension);
      const kept = new Map<number, Float32Array>();
      for (let step = 0; step < 700; step++) {
        const memoryNo = Math.floor(random() * 300);
        if (random() < 0.25) {
          vectors.delete(memoryNo);
          kept.delete(memoryNo);
        } else {
          const vector = Float32Array.from({ length: dimension }, () => random() - 0.5);
          vectors.set(memoryNo, vector);
          kept.set(memoryNo, vector);
        }
      }
      const asked = Float32Array.from({ length: dimension }, () => random() - 0.5);
      const product = (vector: Float32Array): number => vector.reduce((sum, x, i) => sum + x * (asked[i] as number), 0);
      const isOdd = (memoryNo: number): boolean => memoryNo % 2 === 1;
      for (const allowed of [null, isOdd]) {
        const wanted = [...kept]
          .filter(([memoryNo]) => allowed === null || allowed(memoryNo))
          .map(([memoryNo, vector]) => ({ memoryNo, cosine: product(vector) }));
        wanted.sort((a, b) => b.cosine - a.cosine);
        const found = vectors.nearest(asked, 20, allowed);
        expect(found.map(({ memoryNo }) => memoryNo)).toEqual(wanted.slice(0, 20).map(({ memoryNo }) => memoryNo));
        for (const [i, { memoryNo, cosine }] of found.entries()) {
          expect(cosine).toBeCloseTo(wanted[i]?.cosine ?? Number.NaN, 4);
          expect(vectors.product(memoryNo, asked)).toBeCloseTo(cosine, 4);
        }
      }
      expect(vectors.count).toBe(kept.size);
      expect(vectors.bytes).toBeGreaterThan(kept.size * dimension * 4);
      expect(vectors.product(1_000, asked)).toBeNull();
    }
  });
});

describe("many vectors in memory", () => {
  test("are compared roughly first, and the nearest are the same in the same order", () => {
    const random = seeded(23);
    const dimension = 96;
    const unit = (numbers: Float32Array): Float32Array => numbers.map((x) => x / Math.hypot(...numbers));
    const drawn = (): Float32Array => unit(Float32Array.from({ length: dimension }, () => 0.4 + random())); // as narrow as those of e5
    const vectors = hotVectors(dimension);
    const kept = new Map<number, Float32Array>();
    const put = (memoryNo: number): void => {
      kept.set(memoryNo, drawn());
      vectors.set(memoryNo, kept.get(memoryNo)!);
    };
    for (let memoryNo = 1; memoryNo <= 4_000; memoryNo++) put(memoryNo);
    for (let step = 0; step < 1_000; step++) {
      const memoryNo = 1 + Math.floor(random() * 4_000);
      if (random() < 0.5) put(memoryNo);
      else {
        kept.delete(memoryNo);
        vectors.delete(memoryNo);
      }
    }
    for (const allowed of [null, (memoryNo: number): boolean => memoryNo % 3 === 0]) {
      for (let n = 0; n < 20; n++) {
        const asked = drawn();
        const wanted = [...kept]
          .filter(([memoryNo]) => allowed === null || allowed(memoryNo))
          .map(([memoryNo, vector]) => ({
            memoryNo,
            cosine: vectors.product(memoryNo, asked)!,
            plain: vector.reduce((sum, x, i) => sum + x * asked[i]!, 0),
          }))
          .sort((a, b) => b.cosine - a.cosine || a.memoryNo - b.memoryNo);
        for (const { cosine, plain } of wanted) expect(Math.abs(cosine - plain)).toBeLessThan(1e-5);
        expect(vectors.nearest(asked, 200, allowed)).toEqual(wanted.slice(0, 200).map(({ memoryNo, cosine }) => ({ memoryNo, cosine })));
      }
    }
    expect(() => vectors.set(9_999, new Float32Array(dimension + 1))).toThrow(/numbers/);
  });
});

describe.each(DATABASES)("banks in memory on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database, { now: () => new Date("2026-01-01T00:00:00Z") });
  });
  afterAll(() => engine.close());

  /** From the database alone, without what is kept of the bank's measure. */
  const cold = (bank: BankScope, asked: RecallRequest) => recall({ ...engine.ctx, db: engine.db.inSchema("public") }, bank, asked);

  async function deleteDocument(bank: BankScope, documentId: string): Promise<void> {
    await engine.db.transaction((tx) => forgetDocument(tx, bank, documentId, engine.ctx));
  }

  test("answer as the database does after every kind of change", async () => {
    const hot = hotBanks({ bytes: 64 * MB, log: engine.ctx.log });
    const warm = (asked: RecallRequest) => recall({ ...engine.ctx, hot }, bank, asked);
    const random = seeded(5);
    const bank = await engine.bank("changing");
    const retag = sql`UPDATE memory SET tags = '{blue}' WHERE bank_id = ${bank.key} AND memory_no % 5 = 0`;
    const retime = sql`UPDATE memory SET mentioned_at = mentioned_at + interval '40 days' WHERE bank_id = ${bank.key} AND memory_no % 7 = 0`;
    const unlink = sql`DELETE FROM link WHERE bank_id = ${bank.key} AND from_no % 2 = 0`;
    const unname = sql`DELETE FROM memory_entity WHERE bank_id = ${bank.key} AND memory_no % 3 = 0`;
    const unpost = sql`DELETE FROM posting WHERE bank_id = ${bank.key} AND memory_no % 11 = 0`;
    const forgetVectors = sql`DELETE FROM memory_vector WHERE bank_id = ${bank.key} AND memory_no % 13 = 0`;
    const rename = sql`UPDATE entity SET canonical_name = 'Renamed ' || canonical_name WHERE bank_id = ${bank.key} AND canonical_name < 'C'`;
    const remark = sql`UPDATE memory SET metadata = '{"seen": "twice"}', context = 'a visit' WHERE bank_id = ${bank.key} AND memory_no % 2 = 1`;
    const believe = sql`UPDATE memory SET kind = 'observation' WHERE bank_id = ${bank.key} AND memory_no % 6 = 0`;
    const bear = sql`INSERT INTO observation_source (bank_id, observation_no, memory_no) SELECT bank_id, memory_no, memory_no - step
      FROM memory CROSS JOIN generate_series(1, 3) AS step WHERE bank_id = ${bank.key} AND kind = 'observation' AND memory_no > 3`;
    const doubt = sql`DELETE FROM observation_source WHERE bank_id = ${bank.key} AND memory_no % 2 = 0`;
    const changes: readonly (() => Promise<unknown>)[] = [
      ...[retag, retime, unlink, unname, unpost, forgetVectors, rename, remark, believe, bear, doubt].map(
        (statement) => () => engine.db.query(statement),
      ),
      ...[0, 3, 6].map((n) => () => deleteDocument(bank, `d${n}`)),
      ...[1, 2].map((n) => () => engine.retain(bank, [talk(random, `d${n}`)])), // replaced
    ];
    for (let n = 0; n < 12; n++) await engine.retain(bank, [talk(random, `d${n}`)]);
    await engine.idle();
    for (let n = 0; n < 2; n++) await warm(question(random));
    await hot.idle();
    expect(hot.counts()).toMatchObject({ banks: 1, misses: 2 });
    for (const change of [async () => undefined, ...changes, () => engine.retain(bank, [talk(random, "last")])]) {
      await change();
      await engine.idle();
      for (let n = 0; n < 6; n++) {
        const asked = question(random);
        expect(difference(await warm(asked), await cold(bank, asked)), JSON.stringify(asked)).toBeNull();
      }
    }
    // Control: it was the bank in memory that answered, and it was never read as a whole again.
    expect(hot.counts()).toMatchObject({ misses: 2, loads: 1, reloads: 0, evictions: 0 });
    expect(hot.counts().caughtUp).toBeGreaterThanOrEqual(changes.length);
    await hot.close();
  });

  test("are read anew when so much changed that nobody knows what, and the database answers meanwhile", async () => {
    let time = 0;
    const hot = hotBanks({ bytes: 64 * MB, log: engine.ctx.log, clock: () => time });
    const random = seeded(6);
    const bank = await engine.bank("forgotten-changes");
    const warm = (asked: RecallRequest) => recall({ ...engine.ctx, hot }, bank, asked);
    await engine.retain(bank, [talk(random, "one"), talk(random, "two")]);
    await engine.idle();
    for (let n = 0; n < 3; n++) await warm(question(random));
    await hot.idle();
    await engine.db.query(sql`UPDATE memory SET tags = '{red}' WHERE bank_id = ${bank.key}`);
    await engine.db.query(sql`UPDATE bank_change SET memory_nos = NULL WHERE bank_id = ${bank.key}`); // as if folded
    const asked = { query: "What does Ann do?", tags: ["red"], tagsMatch: "all_strict" } as const;
    const { misses } = hot.counts();
    time += 100; // too soon after the first reading
    expect(difference(await warm(asked), await cold(bank, asked))).toBeNull();
    await hot.idle();
    expect(hot.counts()).toMatchObject({ misses: misses + 1, loads: 1 });
    time += 1_000;
    expect(difference(await warm(asked), await cold(bank, asked))).toBeNull();
    expect(hot.counts().misses).toBe(misses + 2);
    await hot.idle();
    expect(hot.counts()).toMatchObject({ loads: 2, reloads: 1 });
    expect(difference(await warm(asked), await cold(bank, asked))).toBeNull();
    expect(hot.counts().misses).toBe(misses + 2);
    await hot.close();
  });

  test("of one name are two when the first was deleted, and two banks are never mixed up", async () => {
    const hot = hotBanks({ bytes: 64 * MB, log: engine.ctx.log });
    const texts = async (bank: BankScope): Promise<readonly string[]> =>
      (await recall({ ...engine.ctx, hot }, bank, { query: "Where is the tulip key?" })).results.map(({ text }) => text);
    const ask = async (bank: BankScope): Promise<readonly string[]> => {
      for (let n = 0; n < 3; n++) await texts(bank);
      await hot.idle();
      return texts(bank);
    };
    const first = await engine.bank("remade");
    const other = await engine.bank("beside");
    await engine.retain(first, "The tulip key is under the old mat.");
    await engine.retain(other, "The tulip key is in another house.");
    await engine.idle();
    expect(await ask(first)).toEqual(["The tulip key is under the old mat."]);
    expect(await ask(other)).toEqual(["The tulip key is in another house."]);
    expect(hot.counts().banks).toBe(2);
    await engine.db.transaction((tx) => forgetBank(tx, first));
    expect(await findBank(engine.db, engine.tenant, "remade")).toBeNull();
    const second = await engine.bank("remade");
    expect(await ask(second)).toEqual([]);
    await engine.retain(second, "The tulip key is in the new safe.");
    await engine.idle();
    expect(await ask(second)).toEqual(["The tulip key is in the new safe."]);
    // Control: even with the same key a bank made at another time has a copy of its own.
    const state = { conditions: {}, modelId: 1, nextMemoryNo: 2, version: 0 };
    const { banks } = hot.counts();
    for (let n = 0; n < 3; n++) await hot.find(engine.db, other, { ...state, madeAt: "another time" });
    await hot.idle();
    expect(hot.counts().banks).toBe(banks + 1);
    // Nothing is kept of a deleted bank's changes.
    expect((await engine.db.query(sql`SELECT 1 FROM bank_change WHERE bank_id = ${first.key}`)).rows).toEqual([]);
    await hot.close();
  });

  test("give way to others when there is no room, and none is kept where there is none for one", async () => {
    const random = seeded(8);
    const banks = await Promise.all(["room-1", "room-2", "room-3"].map((name) => engine.bank(name)));
    for (const bank of banks) await engine.retain(bank, [talk(random, "a"), talk(random, "b")]);
    await engine.idle();
    const ask = async (hot: ReturnType<typeof hotBanks>, times: number): Promise<void> => {
      for (let n = 0; n < times; n++)
        for (const bank of banks) {
          await recall({ ...engine.ctx, hot }, bank, question(random));
          await hot.idle();
        }
    };
    const roomy = hotBanks({ bytes: 64 * MB, log: engine.ctx.log });
    await ask(roomy, 3);
    const all = roomy.counts();
    expect(all).toMatchObject({ banks: 3, evictions: 0 });
    const tight = hotBanks({ bytes: Math.floor(all.bytes * 0.8), log: engine.ctx.log });
    await ask(tight, 5);
    expect(tight.counts().banks).toBe(2);
    expect(tight.counts().evictions).toBeGreaterThan(0);
    expect(tight.counts().bytes).toBeLessThanOrEqual(all.bytes * 0.8);
    const tiny = hotBanks({ bytes: 100, log: engine.ctx.log });
    await ask(tiny, 5);
    expect(tiny.counts()).toMatchObject({ banks: 0, bytes: 0, hits: 0, loads: 3 }); // each was looked at once, not at every question
    const off = hotBanks({ bytes: 0, log: engine.ctx.log });
    await ask(off, 3);
    expect(off.counts()).toMatchObject({ banks: 0, hits: 0, misses: 0, loads: 0 });
    for (const hot of [roomy, tight, tiny, off]) await hot.close();
  });

  test("a version counts every change, and folding old notes leaves it as it is", async () => {
    const bank = await engine.bank("folded");
    await engine.retain(bank, "Ann rows on the canal.");
    await engine.idle();
    const version = async (): Promise<number> =>
      (await engine.db.query<{ n: number }>(sql`SELECT sum(changes)::float8 AS n FROM bank_change WHERE bank_id = ${bank.key}`)).rows[0]
        ?.n ?? 0;
    const rows = async (): Promise<number> =>
      (await engine.db.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM bank_change WHERE bank_id = ${bank.key}`)).rows[0]?.n ?? 0;
    const before = await version();
    for (let n = 0; n < 800; n++) await engine.db.query(sql`UPDATE memory SET asks = false WHERE bank_id = ${bank.key}`);
    expect(await version()).toBe(before + 800);
    expect(await rows()).toBeLessThan(750); // one in 32 folds: 550 in a row without is one in 38 million
  });
});
