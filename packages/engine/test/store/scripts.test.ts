import { expect, test } from "vitest";
import { sql } from "../../src/store/db.js";
import { DATABASES } from "../support/database.js";

const postgres = DATABASES.find(({ name }) => name === "postgres");

test.skipIf(postgres === undefined)(
  "a script on PostgreSQL may take longer than a statement may, and leaves the deadline in force",
  async () => {
    const db = await postgres?.open({ statementTimeoutMs: 300, poolMax: 1 });
    if (db === undefined) return;
    try {
      await db.script("SELECT pg_sleep(0.6)");
      await expect(db.query(sql`SELECT pg_sleep(0.6)`)).rejects.toThrow();
      await expect(db.script("SELECT nonsense")).rejects.toThrow("nonsense");
      await expect(db.query(sql`SELECT pg_sleep(0.6)`)).rejects.toThrow();
    } finally {
      await db.close();
    }
  },
);
