import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EngineContext } from "../../src/context.js";
import { ensureVectorIndex } from "../../src/recall/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { createTagIndex } from "../../src/store/tags/create-tag-index.js";
import { nearestMemories } from "../../src/store/vectors/nearest-memories.js";
import { readVectorIndex } from "../../src/store/vectors/vector-index.js";
import { DATABASES } from "../support/database.js";
import { DIMENSION, LARGE, type LargeBank, MODEL, openLargeBank } from "../support/large-bank.js";
import { resourcesOn } from "../support/resources.js";

const postgres = DATABASES.filter(({ name }) => name === "postgres");
const encoder = { model: MODEL } as EngineContext["encoder"];

describe.each(postgres)("the indexes of a large bank on $name", ({ open }) => {
  let db: Database;
  let large: LargeBank;
  beforeEach(async () => {
    db = await open();
    large = await openLargeBank(db);
    await createTagIndex(db, large.bank); // that of the graph is the build that is watched
  }, 240_000);
  afterEach(() => db.close());

  const graph = () => readVectorIndex(db, large.bank, large.modelId);
  const graphs = async () => (await db.query(sql`SELECT 1 FROM pg_class WHERE starts_with(relname, 'memory_vector_hnsw_')`)).rows.length;

  /** Waits until the graph is being built on another connection, and returns that connection's process. */
  async function building(): Promise<number> {
    for (;;) {
      const { rows } = await db.query<{ pid: number }>(sql`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'CREATE INDEX%hnsw%' AND pid <> pg_backend_pid()`);
      if (rows[0] !== undefined) return rows[0].pid;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** A writer that has not committed yet: a build beside writers waits for it, so that nothing here hangs on how long it takes. */
  async function withWriter(work: (release: () => void) => Promise<void>): Promise<void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let began = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const writer = db.transaction(async (tx) => {
      await tx.query(sql`UPDATE memory_vector SET memory_no = memory_no WHERE bank_id = ${large.bank.key} AND memory_no = 1`);
      began();
      await released;
    });
    await begun;
    try {
      await work(release);
    } finally {
      release();
      await writer;
    }
  }

  test("a build that fails leaves nothing that is used, and the next one makes good", async () => {
    await withWriter(async () => {
      const failed = ensureVectorIndex({ db, encoder }, large.bank).then(
        () => "built",
        () => "failed",
      );
      await db.query(sql`SELECT pg_cancel_backend(${await building()}::integer)`);
      expect(await failed).toBe("failed");
    });
    expect(await graph()).toBeNull();
    expect(await graphs()).toBe(1); // what the failed one left

    expect(await ensureVectorIndex({ db, encoder }, large.bank)).toBe(true);
    expect([await graph(), await graphs()]).toEqual(["halfvec", 1]);
    expect(await ensureVectorIndex({ db, encoder }, large.bank)).toBe(false);
  }, 240_000);

  test("of two that look, one builds, and recall and writers go on meanwhile", async () => {
    await withWriter(async (release) => {
      const first = ensureVectorIndex({ db, encoder }, large.bank);
      await building();
      expect(await ensureVectorIndex({ db, encoder }, large.bank)).toBe(false);

      expect(await graph()).toBeNull();
      const vector = Float32Array.from({ length: DIMENSION }, (_, i) => (i === 0 ? 1 : 0));
      const search = { modelId: large.modelId, vector, limit: 10, memories: LARGE, filter: null, index: await graph() };
      const found = await nearestMemories(db, large.bank, search);
      expect(found).toHaveLength(10);
      await db.query(sql`
        UPDATE memory_vector SET embedding = (SELECT embedding FROM memory_vector WHERE bank_id = ${large.bank.key} AND memory_no = ${found[0]?.memoryNo ?? 0})
        WHERE bank_id = ${large.bank.key} AND memory_no = ${LARGE}`);

      release();
      expect(await first).toBe(true);
      const after = await nearestMemories(db, large.bank, { ...search, index: await graph() });
      expect(await graph()).toBe("halfvec");
      expect(after.slice(0, 2).map(({ memoryNo }) => memoryNo)).toEqual([found[0]?.memoryNo, LARGE]);
    });
  }, 240_000);

  test("a bank that is deleted while its graph is built leaves none", async () => {
    await withWriter(async (release) => {
      const built = ensureVectorIndex({ db, encoder }, large.bank).catch((error: Error) => error);
      await building();
      const deleted = resourcesOn(db).bank.delete(large.bank.bankId);
      release();
      await deleted;
      await built;
    });
    expect(await graphs()).toBe(0);
    const { rows } = await db.query(sql`SELECT 1 FROM memory_vector WHERE bank_id = ${large.bank.key} LIMIT 1`);
    expect(rows).toEqual([]);
    expect(await ensureVectorIndex({ db, encoder }, large.bank)).toBe(false);
  }, 240_000);
});
