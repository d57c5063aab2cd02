// What `hindsight admin doctor` finds: nothing in a healthy database, and each fault by its name, with what to do, once it is there.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ExaminedFinding, examine } from "../../src/admin/examine.js";
import { loadSettings } from "../../src/config/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { openDatabase } from "../../src/store/open-database.js";
import { DATABASES, freshDataDir, freshPostgres } from "../support/database.js";
import { fill } from "./support.js";

async function findings(env: Readonly<Record<string, string>>): Promise<Readonly<Record<string, ExaminedFinding>>> {
  return Object.fromEntries((await examine(loadSettings(env))).map((finding) => [finding.check, finding]));
}

const FAULTS = [
  "DROP INDEX memory_by_text",
  "ALTER TABLE bank ADD COLUMN colour text",
  "INSERT INTO posting (bank_id, term, memory_no, frequency, term_count) VALUES (1, 'gone', 999, 1, 1)",
  "UPDATE memory SET terms = '{}' WHERE bank_id = 1 AND memory_no = 2",
  "UPDATE operation SET status = 'processing', leased_until = now() - interval '1 hour' WHERE operation_id = '00000000-0000-4000-8000-000000000206'",
];

describe.each(DATABASES)("examining a database on $name", { timeout: 240_000 }, ({ name }) => {
  test("finds nothing in a healthy one, and each fault once it is there", async () => {
    const { url, dataDir, drop } =
      name === "postgres"
        ? { dataDir: "", ...(await freshPostgres()) }
        : await freshDataDir().then((folder) => ({
            url: "",
            dataDir: folder,
            drop: async () => rmSync(folder, { recursive: true, force: true }),
          }));
    const env = url === "" ? { HINDSIGHT_DATA_DIR: dataDir } : { HINDSIGHT_API_DATABASE_URL: url };
    const inside = async (work: (db: Database) => Promise<unknown>): Promise<void> => {
      const db = await openDatabase({ url, dataDir, migrated: false });
      await work(db).finally(() => db.close());
    };
    const healthy = await findings(env);
    expect(Object.values(healthy).filter(({ state }) => state !== "ok")).toEqual([]);
    expect(Object.keys(healthy)).toEqual(
      expect.arrayContaining(["file storage", "extensions", "migrations", "schema", "operations", "vectors"]),
    );

    await inside(async (db) => {
      await fill(db, "one", "marka"); // its vectors are of "test-model"
      await db.query(sql`UPDATE operation SET leased_until = now() + interval '1 hour' WHERE status = 'processing'`);
      await db.query(
        sql`DELETE FROM operation WHERE status = 'pending' OR type = 'busy' AND operation_id <> '00000000-0000-4000-8000-000000000206'`,
      );
      for (const fault of FAULTS) await db.script(fault);
    });
    const found = await findings(env);
    expect(found.schema).toMatchObject({ state: "failed" });
    expect(found.schema?.note).toMatch(/missing: memory index .*memory_by_text/);
    expect(found.schema?.note).toContain("not ours: bank column colour text");
    expect(found.operations).toMatchObject({ state: "warning", todo: expect.stringContaining("admin operations") });
    expect(found.vectors).toMatchObject({
      state: "warning",
      note: expect.stringContaining("of another model"),
      todo: expect.stringContaining("re-embed"),
    });
    expect(found["rows that stand for nothing"]).toMatchObject({ state: "warning", todo: expect.stringContaining("repair-bank") });
    expect(found["rows that stand for nothing"]?.note).toMatch(/^1 in the keyword index, 0 mentions .*, 1 memories/);

    await inside((db) => db.script("SET session_replication_role = replica; DELETE FROM memory; SET session_replication_role = origin"));
    const lost = (await findings(env))["rows that stand for nothing"];
    expect(lost).toMatchObject({ state: "failed", note: expect.stringContaining("memories are gone") });
    expect(lost?.todo).toContain("restore a backup");

    await inside((db) => db.query(sql`DELETE FROM schema_migration WHERE version = (SELECT max(version) FROM schema_migration)`));
    const older = await findings(env);
    expect(older.migrations).toMatchObject({ state: "warning", todo: expect.stringContaining("admin migrate") });
    expect(older.contents).toMatchObject({ state: "skipped" });
    await inside((db) => db.query(sql`INSERT INTO schema_migration (version, name, checksum) VALUES (9000, '9000_more', 'x')`));
    expect((await findings(env)).migrations).toMatchObject({ state: "failed", note: expect.stringContaining("9000_more") });

    if (url === "") {
      // While a process has the folder, a copy of it is looked at.
      const server = await openDatabase({ dataDir, migrated: false });
      const running = await findings(env);
      expect(running.migrations).toMatchObject({ state: "failed", note: expect.stringContaining("9000_more") });
      expect(running["left beside the folder"]?.note).toContain(`process ${process.pid}`);
      await server.close();
      expect(readdirSync(dataDir)).toEqual(["db"]);
      mkdirSync(join(dataDir, "db.restoring"));
      expect((await findings(env))["left beside the folder"]).toMatchObject({
        state: "warning",
        note: expect.stringContaining("db.restoring"),
      });
      writeFileSync(join(dataDir, "db", "PG_VERSION"), "17\n");
      const old = await findings(env);
      expect(old["version of the folder"]).toMatchObject({ state: "failed", todo: expect.stringContaining("admin upgrade") });
      expect(old.extensions).toBeUndefined();
    }
    await drop();
  });
});

test("a database that does not answer is one finding, and the rest is looked at", async () => {
  const found = await findings({ HINDSIGHT_API_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", HINDSIGHT_DATA_DIR: "/nowhere" });
  expect(found["contents of the database"]).toMatchObject({ state: "failed", note: expect.stringContaining("did not answer") });
  expect(found["file storage"]).toMatchObject({ state: "ok" });
});
