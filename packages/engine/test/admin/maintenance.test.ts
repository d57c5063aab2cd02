// Repair, re-embedding and the queue by hand, on banks that the engine itself wrote: what is broken is found, mended, and found no more.

import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Admin, openAdmin, saveDatabase } from "../../src/admin.js";
import { loadSettings } from "../../src/config/index.js";
import { tenantScope } from "../../src/domain/scope.js";
import { openHindsight } from "../../src/open.js";
import { type Database, sql } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";
import { countLost } from "../../src/store/repair/count-lost.js";
import { DATABASES, freshDataDir, freshPostgres } from "../support/database.js";
import "../support/one-encoder.js";

const ITEMS = [
  "Ann moved to Delft last spring.",
  "Ann rows on the canal with Ben.",
  "Ben: Where is the blue kayak?",
  "The kayak lies in Delft.",
];
const WORKER = "host-a";

async function freshEnv(name: string): Promise<{ readonly env: Record<string, string>; drop(): Promise<void> }> {
  const quiet = { HINDSIGHT_API_ENABLE_AUTO_CONSOLIDATION: "false", HINDSIGHT_API_LOG_LEVEL: "fatal", HINDSIGHT_API_MODEL_THREADS: "1" };
  if (name === "postgres") {
    const { url, drop } = await freshPostgres();
    return { env: { ...quiet, HINDSIGHT_API_DATABASE_URL: url }, drop };
  }
  const dataDir = await freshDataDir();
  return { env: { ...quiet, HINDSIGHT_DATA_DIR: dataDir }, drop: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

describe.each(DATABASES)("maintenance on $name", { timeout: 240_000 }, ({ name }) => {
  let env: Record<string, string>;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    ({ env, drop } = await freshEnv(name));
    const engine = await openHindsight({ env });
    for (const bank of ["kayaks", "other"])
      await engine.retain(bank, { items: ITEMS.map((content, at) => ({ content, documentId: `d${at}` })) });
    await engine.idle();
    await engine.close();
  }, 120_000);
  afterAll(() => drop());

  async function inAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = await openAdmin(loadSettings(env));
    try {
      return await work(admin);
    } finally {
      await admin.close();
    }
  }
  async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDatabase({ url: env.HINDSIGHT_API_DATABASE_URL ?? "", dataDir: env.HINDSIGHT_DATA_DIR ?? "" });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  }
  /** What finds the memories of both banks. */
  const index = () =>
    inDatabase(async (db) => ({
      postings: (await db.query(sql`SELECT * FROM posting ORDER BY bank_id, term, memory_no`)).rows,
      mentions: (await db.query(sql`SELECT * FROM memory_entity ORDER BY 1, 2, 3`)).rows,
      counts: (await db.query(sql`SELECT bank_id, id, mention_count FROM entity ORDER BY 1, 2`)).rows,
      terms: (await db.query(sql`SELECT bank_id, memory_no, terms, term_count FROM memory ORDER BY 1, 2`)).rows,
      vectors: (await db.query(sql`SELECT bank_id, memory_no, model_id, embedding FROM memory_vector ORDER BY 1, 2, 3`)).rows,
    }));
  const found = async (dryRun: boolean, banks: readonly string[] | null) =>
    Object.fromEntries(
      (await inAdmin((admin) => admin.repairBanks({ banks, dryRun }))).flatMap(({ check, found: n }) => (n === 0 ? [] : [[check, n]])),
    );

  test("a bank is repaired to what the engine wrote, after a dry run that changed nothing", async () => {
    expect(await found(true, null)).toEqual({}); // control: nothing is wrong yet
    const whole = await index();
    const broken = await inDatabase(async (db) => {
      const bank = (await db.query<{ key: number }>(sql`SELECT bank_id AS key FROM bank WHERE external_id = 'kayaks'`)).rows[0]?.key ?? 0;
      await db.query(
        sql`INSERT INTO posting (bank_id, term, memory_no, frequency, term_count) VALUES (${bank}, 'stray', 1, 1, 1), (${bank}, 'gone', 999, 1, 1)`,
      );
      await db.query(
        sql`DELETE FROM posting WHERE bank_id = ${bank} AND memory_no = 2 AND term = (SELECT terms[1] FROM memory WHERE bank_id = ${bank} AND memory_no = 2)`,
      );
      await db.query(sql`UPDATE posting SET position = coalesce(position, 0) + 7 WHERE bank_id = ${bank} AND memory_no = 4`);
      await db.query(sql`DELETE FROM posting WHERE bank_id = ${bank} AND memory_no = 3`);
      await db.query(sql`UPDATE memory SET terms = '{}', term_count = 0 WHERE bank_id = ${bank} AND memory_no = 3`);
      await db.query(
        sql`INSERT INTO memory_entity (bank_id, memory_no, entity_id) VALUES (${bank}, 1, gen_random_uuid()), (${bank}, 999, gen_random_uuid())`,
      );
      await db.query(sql`UPDATE entity SET mention_count = 40 WHERE bank_id = ${bank}`);
      await db.query(sql`INSERT INTO embedding_model (name, dimension) VALUES ('old-model', 2)`);
      await db.query(
        sql`INSERT INTO memory_vector (bank_id, model_id, memory_no, embedding) SELECT ${bank}, model_id, 1, '[1,2]' FROM embedding_model WHERE name = 'old-model'`,
      );
      const entities = (await db.query(sql`SELECT FROM entity WHERE bank_id = ${bank}`)).affected;
      return { stray_postings: 2, missing_text: 1, missing_postings: 2, stray_mentions: 2, mention_counts: entities, stale_vectors: 1 };
    });
    const damaged = await index();
    expect(await found(true, ["kayaks"])).toEqual(broken);
    expect(await index()).toEqual(damaged);
    expect(await found(false, ["other"])).toEqual({});
    expect(await index()).toEqual(damaged); // another bank's repair touched nothing of it
    expect(await found(false, ["kayaks"])).toEqual(broken);
    expect(await index()).toEqual(whole);
    await expect(found(true, ["nowhere"])).rejects.toMatchObject({ code: "bank_not_found" });
  });

  test("vectors that are missing are made anew, to the end, and from scratch when asked", async () => {
    const whole = await index();
    await inDatabase((db) => db.query(sql`DELETE FROM memory_vector WHERE memory_no < 3`));
    const lacking = whole.vectors.length - (await index()).vectors.length;
    expect(lacking).toBeGreaterThan(0); // control
    expect(await found(true, null)).toMatchObject({ missing_vectors: expect.any(Number) });
    const steps: number[] = [];
    const result = await inAdmin((admin) => admin.reEmbed({ banks: null, onStep: ({ done }) => steps.push(done) }));
    expect(result).toMatchObject({ embedded: whole.vectors.length, before: whole.vectors.length - lacking });
    expect((await index()).vectors).toEqual(whole.vectors);
    if (name === "postgres") return; // the rest takes the encoder's time once more, and shows the same
    const again = await inAdmin((admin) => admin.reEmbed({ banks: ["kayaks"], fromScratch: true }));
    expect(again.before).toBeLessThan(again.embedded);
    expect((await index()).vectors).toEqual(whole.vectors);
  });

  test("memories that a file lost are counted by each of their witnesses, and a repair refuses to make the loss last", async () => {
    const lose = (witnesses: string) =>
      inDatabase((db) =>
        db.script(`SET session_replication_role = replica; DELETE FROM memory WHERE bank_id = 1 AND memory_no = 2; ${witnesses}
          SET session_replication_role = origin`),
      );
    const counted = () => inDatabase((db) => countLost(db, tenantScope("public")));
    expect(await counted()).toMatchObject({ memories: 0 }); // control
    await lose("");
    expect(await counted()).toMatchObject({ memories: 1, byVector: 1, byWords: 1, byName: 1 });
    const without =
      "DELETE FROM memory_vector WHERE bank_id = 1 AND memory_no = 2; DELETE FROM link WHERE bank_id = 1 AND 2 IN (from_no, to_no);";
    await lose(`${without} DELETE FROM memory_source WHERE bank_id = 1 AND memory_no = 2;`);
    expect(await counted()).toMatchObject({ memories: 1, byVector: 0, byWords: 1 });
    await lose("DELETE FROM memory_entity WHERE bank_id = 1 AND memory_no = 2;");
    expect(await counted()).toMatchObject({ memories: 1, byVector: 0, byWords: 1, byName: 0 });

    const repair = (dryRun: boolean, acceptLoss = false) =>
      inAdmin((admin) => admin.repairBanks({ banks: ["kayaks"], dryRun, acceptLoss }));
    const left = await index();
    await expect(repair(false)).rejects.toMatchObject({ code: "operation_conflict", message: expect.stringContaining("--accept-loss") });
    expect(await index()).toEqual(left);
    expect(await repair(true)).toEqual(expect.arrayContaining([{ bankId: "kayaks", check: "lost_memories", found: 1, mended: 0 }]));
    const archive = join(tmpdir(), `hindsight-lost-${process.pid}-${name}.tar.gz`);
    const { checksums } = await saveDatabase(loadSettings(env), { file: archive, withObjects: false });
    rmSync(archive);
    expect(checksums.lost).toEqual({ public: 1 });
    await repair(false, true);
    expect(await counted()).toMatchObject({ memories: 0 });
    expect((await index()).postings.length).toBeLessThan(left.postings.length);
  });

  test("operations are released, retried and cancelled by id, and a worker is relieved of all it has", async () => {
    const ids = await inDatabase(async (db) => {
      const { rows } = await db.query<{ id: string }>(sql`
        INSERT INTO operation (bank_id, operation_id, type, status, payload, attempts, worker_id, leased_until)
        SELECT 1, gen_random_uuid(), 'retain', s.status, '{}', 1, CASE s.status WHEN 'processing' THEN ${`${WORKER}/`} || gen_random_uuid() END,
          now() + s.lease * interval '1 minute'
        FROM (VALUES (1, 'processing', -1), (2, 'processing', 5), (3, 'failed', NULL), (4, 'pending', NULL)) AS s(n, status, lease) ORDER BY s.n
        RETURNING operation_id AS id`);
      return rows.map(({ id }) => id);
    });
    const [silent = "", living = "", failed = "", pending = ""] = ids;
    const states = () =>
      inDatabase(async (db) => {
        const { rows } = await db.query<{ id: string; status: string }>(sql`SELECT operation_id AS id, status FROM operation`);
        return ids.map((id) => rows.find((row) => row.id === id)?.status);
      });
    await inAdmin(async (admin) => {
      expect(await admin.workers()).toMatchObject([{ name: WORKER, operations: 2, isAlive: true }]);
      expect(await admin.release(silent)).toMatchObject({ bankId: "kayaks", type: "retain" });
      await expect(admin.release(living)).rejects.toMatchObject({ code: "operation_conflict" });
      await admin.retry(failed);
      await admin.cancel(pending);
      await expect(admin.cancel(pending)).rejects.toMatchObject({ code: "operation_conflict" });
      await expect(admin.retry("00000000-0000-4000-8000-000000000000")).rejects.toMatchObject({ code: "operation_not_found" });
      await expect(admin.retry("all")).rejects.toMatchObject({ code: "bad_argument" });
    });
    expect(await states()).toEqual(["pending", "processing", "pending", "cancelled"]);
    await inAdmin(async (admin) => {
      expect(await admin.decommission("somebody-else")).toBe(0);
      expect(await admin.decommission(WORKER)).toBe(1);
      expect(await admin.workers()).toEqual([]);
    });
    expect(await states()).toEqual(["pending", "pending", "pending", "cancelled"]);
  });
});
