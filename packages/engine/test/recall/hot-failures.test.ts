// A bank in memory that cannot be read, kept in step or searched is forgotten, counted and told of once; the database answers.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankScope } from "../../src/domain/scope.js";
import { hotBanks } from "../../src/hot/index.js";
import { recall } from "../../src/recall/index.js";
import { sql } from "../../src/store/db.js";
import { openEngine, type TestEngine } from "../retain/open-engine.js";
import { DATABASES } from "../support/database.js";
import { difference, seeded, talk } from "./hot-answers.js";

const MB = 2 ** 20;
/** No language that the encoder reads: the database compares no vectors for it, and so does not mind a broken one. */
const ASKED = { query: "Was macht Ann mit dem Boot und was macht Bob im Hafen von Delft?" } as const;

describe.each(DATABASES)("a bank in memory that fails, on $name", (database) => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openEngine(database, { now: () => new Date("2026-01-01T00:00:00Z") });
  });
  afterAll(() => engine.close());

  async function filled(name: string): Promise<BankScope> {
    const random = seeded(3);
    const bank = await engine.bank(name);
    await engine.retain(
      bank,
      ["a", "b", "c"].map((id) => talk(random, id)),
    );
    await engine.idle();
    return bank;
  }

  function observed() {
    let time = 0;
    const warned: unknown[] = [];
    const log = { warn: (...told: readonly unknown[]) => void warned.push(told) };
    const hot = hotBanks({ bytes: 64 * MB, log, clock: () => time });
    const pass = (ms: number): void => {
      time += ms;
    };
    return { hot, warned, pass };
  }

  /** Of one memory: two numbers among vectors of 384, as a half-done change of the encoder would leave them. */
  const breakOne = (bank: BankScope) => sql`
    UPDATE memory_vector SET embedding = '[0.6,0.8]' WHERE bank_id = ${bank.key}
    AND memory_no = (SELECT max(memory_no) FROM memory_vector WHERE bank_id = ${bank.key})`;

  test("in catching up is left, and read again when it may be whole", async () => {
    const { hot, warned, pass } = observed();
    const bank = await filled("catching-up");
    const warm = () => recall({ ...engine.ctx, hot }, bank, ASKED);
    const cold = await recall({ ...engine.ctx, hot: hotBanks({ bytes: 0, log: engine.ctx.log }) }, bank, ASKED);
    expect(cold.results.length).toBeGreaterThan(3);
    for (let n = 0; n < 2; n++) await warm();
    await hot.idle();
    expect(difference(await warm(), cold)).toBeNull();
    expect(hot.counts()).toMatchObject({ banks: 1, hits: 1, failures: 0 }); // control: the copy answers

    const last = sql`bank_id = ${bank.key} AND memory_no = (SELECT max(memory_no) FROM memory_vector WHERE bank_id = ${bank.key})`;
    const { rows } = await engine.db.query<{ whole: string }>(sql`SELECT embedding::text AS whole FROM memory_vector WHERE ${last}`);
    await engine.db.query(breakOne(bank));
    expect(difference(await warm(), cold)).toBeNull();
    expect(hot.counts()).toMatchObject({ banks: 0, bytes: 0, hits: 1, failures: 1 });
    for (let n = 0; n < 3; n++) expect(difference(await warm(), cold)).toBeNull();
    await hot.idle();
    expect(hot.counts()).toMatchObject({ banks: 0, loads: 1, failures: 1 }); // not read at every question
    pass(60_000);
    expect(difference(await warm(), cold)).toBeNull();
    await hot.idle();
    expect(hot.counts()).toMatchObject({ banks: 0, failures: 2 });
    expect(warned).toHaveLength(1);
    expect(JSON.stringify(warned, (_, value) => (value instanceof Error ? value.message : value))).toContain("2 numbers");

    await engine.db.query(sql`UPDATE memory_vector SET embedding = ${rows[0]!.whole}::vector WHERE ${last}`);
    pass(60_000);
    await warm();
    await hot.idle();
    expect(difference(await warm(), cold)).toBeNull();
    expect(hot.counts()).toMatchObject({ banks: 1, hits: 2, failures: 2 });
    await engine.db.query(breakOne(bank));
    await warm();
    expect(warned).toHaveLength(2); // it was whole in between
    await hot.close();
  });

  test("in following far behind is left as well", async () => {
    const { hot, warned } = observed();
    const bank = await filled("far-behind");
    const random = seeded(4);
    const warm = () => recall({ ...engine.ctx, hot }, bank, ASKED);
    for (let n = 0; n < 3; n++) await warm();
    await hot.idle();
    expect(hot.counts().banks).toBe(1);
    await engine.retain(
      bank,
      Array.from({ length: 45 }, (_, n) => talk(random, `more-${n}`)),
    );
    await engine.idle();
    await engine.db.query(breakOne(bank));
    const { results } = await warm();
    await hot.idle();
    expect(results.length).toBeGreaterThan(3);
    expect(hot.counts()).toMatchObject({ banks: 0, failures: 1 });
    expect(warned).toHaveLength(1);
    await hot.close();
  });

  test("in a search answers nothing more, to those neither who have it in hand", async () => {
    const { hot, warned } = observed();
    const bank = await filled("searching");
    const { db } = engine;
    const { rows } = await db.query<{ madeAt: string; version: number }>(sql`
      SELECT created_at::text AS "madeAt", (SELECT sum(changes)::float8 FROM bank_change WHERE bank_id = ${bank.key}) AS version
      FROM bank WHERE bank_id = ${bank.key}`);
    const question = { conditions: {}, modelId: 1, nextMemoryNo: 100, ...rows[0]! };
    for (let n = 0; n < 2; n++) expect(await hot.find(db, bank, question)).toBeNull();
    await hot.idle();
    const [one, other] = [await hot.find(db, bank, question), await hot.find(db, bank, question)];
    expect(one?.nearest(new Float32Array(384).fill(0.05), 3)).toHaveLength(3);
    expect(one?.nearest(new Float32Array(7), 3)).toBeNull();
    expect([one?.measure(), other?.measure(), other?.candidates({ memoryNos: [1], places: [], comparison: null })]).toEqual([
      null,
      null,
      null,
    ]);
    expect(hot.counts()).toMatchObject({ banks: 0, bytes: 0, failures: 1 });
    expect(await hot.find(db, bank, question)).toBeNull();
    expect(warned).toHaveLength(1);
    await hot.close();
  });
});
