// Faults between us and a PostgreSQL server: a network that goes deaf, a server that is not there, statements that take too long.

import { afterEach, describe, expect, test } from "vitest";
import { type Database, sql } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";
import { freshPostgres, testPostgresUrl } from "../support/database.js";
import { halfOpenProxy } from "../support/half-open-proxy.js";

describe.skipIf(testPostgresUrl() === null)("PostgreSQL out of reach", () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  async function throughProxy(options: { statementTimeoutMs: number; acquireTimeoutMs: number }) {
    const { url, drop } = await freshPostgres();
    cleanups.push(drop);
    const proxy = await halfOpenProxy(url);
    cleanups.push(() => proxy.close());
    const db: Database = await openDatabase({ url: proxy.url, poolMax: 2, ...options });
    cleanups.push(() => db.close());
    return { db, proxy };
  }

  test("a half-open connection fails in time with database_unavailable, and the next one works", { timeout: 120_000 }, async () => {
    const { db, proxy } = await throughProxy({ statementTimeoutMs: 1000, acquireTimeoutMs: 1000 });
    await db.query(sql`INSERT INTO bank (external_id, name) VALUES ('kept', 'n')`);
    proxy.goDeaf();
    await expect(db.query(sql`SELECT 1`)).rejects.toMatchObject({ code: "database_unavailable", retryable: true });
    await expect(db.transaction((tx) => tx.query(sql`SELECT 1`))).rejects.toMatchObject({ code: "database_unavailable" });
    await expect(db.health()).rejects.toMatchObject({ code: "database_unavailable" });
    proxy.hearAgain();
    expect((await db.query(sql`SELECT external_id FROM bank`)).rows).toEqual([{ external_id: "kept" }]);
    expect((await db.health()).poolMax).toBe(2);
  });

  test("a transaction that loses its connection does not commit", { timeout: 120_000 }, async () => {
    const { db, proxy } = await throughProxy({ statementTimeoutMs: 1000, acquireTimeoutMs: 1000 });
    const lost = db.transaction(async (tx) => {
      await tx.query(sql`INSERT INTO bank (external_id, name) VALUES ('inside', 'n')`);
      proxy.goDeaf();
    });
    await expect(lost).rejects.toMatchObject({ code: "database_unavailable" });
    proxy.hearAgain();
    expect((await db.query(sql`SELECT external_id FROM bank`)).rows).toEqual([]);
  });

  test("a statement that takes too long is ended by the server, and the database goes on", { timeout: 120_000 }, async () => {
    const { db } = await throughProxy({ statementTimeoutMs: 300, acquireTimeoutMs: 5000 });
    await expect(db.query(sql`SELECT pg_sleep(30)`)).rejects.toMatchObject({ code: "database_unavailable" });
    expect((await db.query(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
  });

  test("a full pool refuses in time instead of waiting for ever", { timeout: 120_000 }, async () => {
    const { db } = await throughProxy({ statementTimeoutMs: 20_000, acquireTimeoutMs: 500 });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holders = [db.transaction(() => held), db.transaction(() => held)];
    await expect(db.query(sql`SELECT 1`)).rejects.toMatchObject({ code: "database_unavailable" });
    release();
    await Promise.all(holders);
    expect((await db.query(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
  });

  test("a server that is not there is said to be so, without the password", async () => {
    const url = "postgresql://somebody:secret@127.0.0.1:1/nowhere";
    const failure = await openDatabase({ url, acquireTimeoutMs: 2000 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "database_unavailable" });
    expect(String((failure as Error).message)).not.toContain("secret");
  });
});

test("a database URL of another kind is refused, without its password", async () => {
  const failure = await openDatabase({ url: "mysql://somebody:secret@host/db" }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "configuration_invalid" });
  expect(String((failure as Error).message)).toContain("postgresql://");
  expect(String((failure as Error).message)).not.toContain("secret");
});
