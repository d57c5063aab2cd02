// The tables of facts out of use take whatever columns a fact in use has: what one of them lacked would be lost on the way.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";

describe.each(DATABASES)("facts out of use on $name", ({ open }) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  const columns = async (table: string): Promise<readonly string[]> => {
    const { rows } = await db.query<{ line: string }>(sql`
      SELECT attname || ' ' || format_type(atttypid, atttypmod) AS line FROM pg_attribute
      WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY 1`);
    return rows.map(({ line }) => line);
  };

  test.each([
    ["memory", "invalidated_memory"],
    ["memory_source", "invalidated_source"],
  ])("every column of %s is one of %s", async (of, out) => {
    const there = new Set(await columns(out));
    const own = await columns(of);
    expect(own.length).toBeGreaterThan(10); // control
    expect(own.filter((column) => !there.has(column))).toEqual([]);
  });
});
