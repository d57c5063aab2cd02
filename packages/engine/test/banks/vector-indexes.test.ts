import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openOrCreateBank } from "../../src/banks/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { createVectorIndex } from "../../src/store/vectors/create-vector-index.js";
import { readVectorIndex } from "../../src/store/vectors/read-vector-index.js";
import { DATABASES } from "../support/database.js";
import { resourcesOn } from "../support/resources.js";

describe.each(DATABASES)("vector indexes on $name", ({ open }) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  test("each bank has its own, which goes with the bank", async () => {
    const on = resourcesOn(db);
    const scopes = [];
    for (let n = 1; n <= 11; n += 1) scopes.push(await openOrCreateBank(db, on.tenant, `bank${n}`)); // keys 1 and 11 begin alike
    const [first, last] = [scopes[0], scopes[10]];
    if (!first || !last) throw new Error("Eleven banks were made.");
    expect(String(last.key).startsWith(String(first.key))).toBe(true);
    for (const bank of [first, last]) await createVectorIndex(db, bank, { modelId: 1, dimension: 384, vectors: 0 });
    expect(await readVectorIndex(db, first, 1)).toBe("halfvec");
    expect(await readVectorIndex(db, first, 2)).toBeNull();
    expect(await readVectorIndex(db, scopes[1] ?? first, 1)).toBeNull();

    await on.bank.delete("bank1");

    expect(await readVectorIndex(db, first, 1)).toBeNull();
    expect(await readVectorIndex(db, last, 1)).toBe("halfvec");
    const { rows } = await db.query(sql`SELECT 1 FROM pg_class WHERE starts_with(relname, 'memory_vector_hnsw_')`);
    expect(rows).toHaveLength(1);
  });
});
