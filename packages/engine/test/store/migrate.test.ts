// The schema: what the migrations make, the same on both engines, pinned; and what must hold for every table.

import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { schemaLines } from "../../src/store/archive/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { listMigrations, migrate, pendingMigrations } from "../../src/store/migrate.js";
import { DATABASES } from "../support/database.js";

/** Keys and unique indexes that do not lead with bank_id, each for its reason. */
const UNSCOPED: Readonly<Record<string, string>> = {
  api_key_pkey: "a key, looked up before its tenant is known",
  tenant_pkey: "the list of tenants",
  bank_external_id_key: "the public id of a bank, looked up before the bank is known",
  bank_alias_alias_key: "an alias, looked up before the bank is known",
  embedding_model_pkey: "one list of models for all banks",
  embedding_model_name_key: "one list of models for all banks",
  llm_usage_total_pkey: "what the tenant spent by the hour, over all banks",
  mental_model_vector_model_id_fkey: "points at the list of models",
  memory_vector_model_id_fkey: "points at the list of models",
  schema_migration_pkey: "about the database, not about a bank",
};

describe.each(DATABASES)("the schema on $name", ({ open }) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());

  test("is the pinned one (after a new migration: `npx vitest run packages/engine/test/store/migrate.test.ts -u`)", async () => {
    await expect(`${(await schemaLines(db)).join("\n")}\n`).toMatchFileSnapshot("schema.snapshot.txt");
  });

  test("every primary key, foreign key and unique index leads with bank_id, except a named few", async () => {
    const { rows } = await db.query<{ name: string; first: string }>(sql`
      SELECT c.relname AS name, a.attname AS first
      FROM pg_index i JOIN pg_class c ON c.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
      LEFT JOIN pg_attribute a ON a.attrelid = indrelid AND a.attnum = indkey[0]
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND indisunique
      UNION ALL
      SELECT conname, a.attname
      FROM pg_constraint JOIN pg_class t ON t.oid = conrelid JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
      WHERE contype = 'f' AND t.relnamespace = 'public'::regnamespace`);
    expect(rows.length).toBeGreaterThan(20); // control: the query finds them
    const others = rows.filter(({ first }) => first !== "bank_id").map(({ name }) => name);
    expect(others.sort()).toEqual(Object.keys(UNSCOPED).sort());
  });
});

describe.each(DATABASES)("migrating on $name", ({ open }) => {
  const folders: string[] = [];
  let db: Database | undefined;
  afterEach(async () => {
    await db?.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  /** Our migrations and one more. */
  async function withMigration(text: string) {
    const folder = mkdtempSync(join(tmpdir(), "hindsight-migrations-"));
    folders.push(folder);
    const ours = new URL("../../src/store/migrations/", import.meta.url);
    for (const file of readdirSync(ours)) copyFileSync(new URL(file, ours), join(folder, file));
    writeFileSync(join(folder, "9000_more.sql"), text);
    return listMigrations(pathToFileURL(`${folder}/`));
  }

  test("shows what is pending, applies it once, and then nothing is pending", async () => {
    db = await open();
    expect(await pendingMigrations(db, await listMigrations())).toEqual([]);
    const more = await withMigration("CREATE TABLE more (n integer); INSERT INTO more VALUES (1);");
    expect((await pendingMigrations(db, more)).map(({ name }) => name)).toEqual(["9000_more"]);
    expect((await migrate(db, more)).map(({ name }) => name)).toEqual(["9000_more"]);
    expect(await migrate(db, more)).toEqual([]);
    expect((await db.query(sql`SELECT n FROM more`)).rows).toEqual([{ n: 1 }]);
  });

  test("a file that fails leaves nothing behind", async () => {
    db = await open();
    const more = await withMigration("CREATE TABLE more (n integer); SELECT nonsense;");
    await expect(migrate(db, more)).rejects.toThrow(/nonsense/);
    expect((await db.query<{ at: string | null }>(sql`SELECT to_regclass('more')::text AS at`)).rows).toEqual([{ at: null }]);
    expect((await pendingMigrations(db, more)).map(({ name }) => name)).toEqual(["9000_more"]);
  });

  test("two servers that start at once apply a file once", async () => {
    db = await open();
    const more = await withMigration("CREATE TABLE more (n integer); INSERT INTO more VALUES (1);");
    const applied = await Promise.all([migrate(db, more), migrate(db, more)]);
    expect(applied.flat().map(({ name }) => name)).toEqual(["9000_more"]);
    expect((await db.query(sql`SELECT n FROM more`)).rows).toEqual([{ n: 1 }]);
  });

  test("a database of a newer version is refused, with advice", async () => {
    db = await open();
    const ours = await listMigrations();
    await migrate(db, await withMigration("CREATE TABLE more (n integer);"));
    await expect(migrate(db, ours)).rejects.toMatchObject({
      code: "configuration_invalid",
      message: expect.stringContaining("9000_more, made by a newer version"),
    });
  });
});
