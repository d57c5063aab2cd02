// An import in steps: others are served while it writes and see nothing of it, what breaks off leaves nothing, and a bank made for it hands its records over.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBank, findBankByKey, openOrCreateBank } from "../../src/banks/index.js";
import type { EngineContext, RequestContext } from "../../src/context.js";
import type { BankScope } from "../../src/domain/scope.js";
import { enqueue } from "../../src/operations/index.js";
import { allocateNumbers } from "../../src/store/banks/allocate-numbers.js";
import { insertBank } from "../../src/store/banks/insert-bank.js";
import { listBanks } from "../../src/store/banks/list-banks.js";
import { lockBank } from "../../src/store/banks/lock-bank.js";
import { type Database, sql } from "../../src/store/db.js";
import { openArchive } from "../../src/transfer/archive/read.js";
import { fillBank, prepare } from "../../src/transfer/in/import.js";
import { restoreInSteps, sweepStaged } from "../../src/transfer/in/staged.js";
import { DATABASES } from "../support/database.js";
import { fillLearntBank } from "../support/filled-learning.js";
import { archived, EVERYTHING, type Ground, ground, LIMITS, rowCounts, tenant } from "./ground.js";

const TABLES = ["bank", "document", "memory", "posting", "entity", "mental_model", "operation"];
const OPERATION = "0a000000-0000-4000-8000-000000000001";

describe.each(DATABASES)("an import in steps, on $name", ({ open }) => {
  let db: Database;
  let bank: BankScope;
  let one: Ground;
  let bytes: Uint8Array;
  beforeAll(async () => {
    db = await open();
    bank = await openOrCreateBank(db, tenant, "banka");
    await fillLearntBank(db, bank, "marka");
    await db.query(sql`UPDATE bank SET next_memory_no = 60`);
    one = ground(db);
    bytes = await archived(one.ctx, bank);
  });
  afterAll(async () => {
    one.close();
    await db.close();
  });

  const listed = async () =>
    (await listBanks(db, tenant, { limit: 20, offset: 0, pattern: null, names: null })).map(({ bankId }) => bankId);
  const read = async (own: BankScope) => prepare(one.ctx, own, await openArchive(bytes, LIMITS), { isOwn: true });
  async function restore(
    ctx: RequestContext,
    own: BankScope,
    targetBankId: string,
    end = async () => undefined as unknown,
    operationId = OPERATION,
  ): Promise<void> {
    await restoreInSteps(ctx, own, await read(own), { targetBankId, scope: EVERYTHING, operationId }, async () => void (await end()));
  }
  /** A context whose database looks before the vectors are written, when all other rows are. */
  function atTheEnd(look: () => Promise<void>): RequestContext {
    const query: Database["query"] = async (statement) => {
      if (statement.text.includes("INSERT INTO memory_vector")) await look();
      return db.query(statement);
    };
    return { ...one.ctx, db: Object.create(db, { query: { value: query } }) as Database };
  }

  it("serves others, who see nothing of it before it is whole", async () => {
    let seen: unknown = null;
    const look = async (): Promise<void> => {
      const { rows } = await db.query<{ n: number }>(sql`
        SELECT count(*) AS n FROM memory AS m JOIN bank AS b USING (bank_id) WHERE b.external_id = ${`_import_${OPERATION}`}`);
      seen = [rows[0]?.n, await listed(), await findBank(db, tenant, "copy"), await findBank(db, tenant, `_import_${OPERATION}`)];
    };
    await restore(atTheEnd(look), bank, "copy");
    expect(seen).toEqual([7, ["banka"], null, null]);
    expect((await listed()).sort()).toEqual(["banka", "copy"]);
    const { rows } = await db.query(sql`SELECT 1 FROM bank WHERE starts_with(external_id, '_')`);
    expect(rows).toEqual([]);
  });

  it("leaves nothing when it breaks off, by a failure or by the death of its process", async () => {
    const before = await rowCounts(db, TABLES);
    const failing = atTheEnd(() => Promise.reject(new Error("the disk is full")));
    await expect(restore(failing, bank, "broken")).rejects.toThrow("the disk is full");
    await expect(restore(one.ctx, bank, "broken", () => Promise.reject(new Error("the lease is lost")))).rejects.toThrow("lease");
    expect(await rowCounts(db, TABLES)).toEqual(before);

    const left = await insertBank(db, tenant, `_import_${OPERATION}`);
    const staged = (await findBankByKey(db, tenant, left?.key ?? 0)) as BankScope;
    await fillBank(one.ctx, db, staged, await read(bank), { targetBankId: "dead", scope: EVERYTHING });
    await sweepStaged(one.ctx, tenant);
    expect(await rowCounts(db, TABLES)).not.toEqual(before); // it may be at work
    await db.query(sql`UPDATE bank SET updated_at = now() - interval '2 minutes' WHERE bank_id = ${staged.key}`);
    await sweepStaged(one.ctx, tenant);
    expect(await rowCounts(db, TABLES)).toEqual(before);
  });

  it("takes the place of the bank that was made to keep its record, with the record", async () => {
    const own = await openOrCreateBank(db, tenant, "moved");
    await db.query(
      sql`INSERT INTO operation (bank_id, operation_id, type, status, payload) VALUES (${own.key}, ${OPERATION}, 'import_bank', 'processing', '{}')`,
    );
    await restore(one.ctx, own, "moved");
    const moved = (await findBank(db, tenant, "moved")) as BankScope;
    expect(moved.key).not.toBe(own.key);
    const { rows } = await db.query(sql`SELECT operation_id AS id FROM operation WHERE bank_id = ${moved.key} AND type = 'import_bank'`);
    expect(rows).toEqual([{ id: OPERATION }]);
    const { rows: memories } = await db.query(sql`SELECT 1 FROM memory WHERE bank_id = ${moved.key}`);
    expect(memories).toHaveLength(7);
    expect(await listed()).toContain("moved");
    await expect(restore(one.ctx, own, "moved")).rejects.toMatchObject({ code: "bad_argument" });
    // Whoever opened the bank before is told that it is gone: what they write would be swept with it.
    expect(await lockBank(db, own)).toBe(false);
    expect(await allocateNumbers(db, own, { memories: 1, runs: 1 })).toBeNull();
    const work = {
      type: "x",
      operationId: null,
      parts: [{ payload: {}, itemsCount: 1, documentId: null, documents: [] }],
      resultMetadata: {},
    } as const;
    await expect(enqueue({ ...one.ctx, db } as EngineContext, own, work)).rejects.toMatchObject({ code: "bank_not_found" });
    expect(await lockBank(db, moved)).toBe(true); // control
  });

  it("does not take the place of a bank that was written while it was at work", async () => {
    const operation = randomUUID();
    const own = await openOrCreateBank(db, tenant, "busy");
    await db.query(
      sql`INSERT INTO operation (bank_id, operation_id, type, status, payload) VALUES (${own.key}, ${operation}, 'import_bank', 'processing', '{}')`,
    );
    const write = async () => void (await allocateNumbers(db, own, { memories: 1, runs: 1 }));
    await expect(restore(atTheEnd(write), own, "busy", undefined, operation)).rejects.toMatchObject({
      code: "bad_argument",
    });
    expect((await findBank(db, tenant, "busy"))?.key).toBe(own.key);
  });
});
