// An embedded folder of another major version: a real one of PostgreSQL 17, made by the PGlite that had it, comes over with everything.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveDatabase } from "../../src/admin/database.js";
import { openOldEngine } from "../../src/admin/old-engine.js";
import { planUpgrade, upgradeFolder } from "../../src/admin/upgrade.js";
import { loadSettings } from "../../src/config/index.js";
import { listMigrations, migrate } from "../../src/store/migrate.js";
import { openDatabase } from "../../src/store/open-database.js";
import { ENGINE_MAJOR, readTemplate } from "../../src/store/pglite/template.js";
import { everything, folder } from "./support.js";

const work = folder();
const settings = loadSettings({ HINDSIGHT_DATA_DIR: work.path });
let before: Awaited<ReturnType<typeof everything>>;

beforeAll(async () => {
  const old = await openOldEngine(work.file("db"), 17, "pglite-17");
  await old.db.script("CREATE EXTENSION vector");
  await migrate(old.db, (await listMigrations()).slice(0, 12)); // of an older version of Hindsight as well
  await old.db.script("INSERT INTO bank (external_id, name) VALUES ('one', 'One'), ('two', 'Zwei 鄭')");
  await old.db.script(`INSERT INTO document (bank_id, document_id, content_hash) VALUES (1, 'd', 'h');
    INSERT INTO memory (bank_id, memory_no, id, kind, text, text_hash, document_id) VALUES (1, 1, gen_random_uuid(), 'world', 'a\\b"c', '\\x01', 'd');
    INSERT INTO embedding_model (name, dimension) VALUES ('m', 3);
    INSERT INTO memory_vector (bank_id, model_id, memory_no, embedding) VALUES (1, 1, 1, '[0.1,1e-7,3]')`);
  before = await everything(old.db as never);
  await old.close();
}, 120_000);
afterAll(work.remove);

test("is refused with the command that helps, and upgraded by it", { timeout: 240_000 }, async () => {
  expect(readFileSync(work.file("db/PG_VERSION"), "utf8").trim()).toBe("17"); // control
  expect(planUpgrade(settings)).toMatchObject({ from: 17, isCurrent: false });
  await expect(openDatabase({ dataDir: work.path })).rejects.toThrow("hindsight admin upgrade"); // as a server does
  await expect(saveDatabase(settings, { file: work.file("b.tar.gz") })).rejects.toThrow("hindsight admin upgrade");
  await expect(upgradeFolder(settings, { engine: "pglite-none" })).rejects.toThrow("npm install --no-save pglite-17@");
  expect(readdirSync(work.path)).toEqual(["db"]); // and nothing of it was changed

  const { kept, from, migrated } = await upgradeFolder(settings);
  expect(from).toBe(17);
  expect(migrated.length).toBeGreaterThan(0);
  expect(readFileSync(join(kept ?? "", "PG_VERSION"), "utf8").trim()).toBe("17");
  expect(planUpgrade(settings).isCurrent).toBe(true);
  const db = await openDatabase({ dataDir: work.path, migrated: false });
  const after = await everything(db);
  await db.close();
  // Columns of later migrations stand behind; the rows of each table begin as they did.
  for (const [table, rows] of Object.entries(before)) {
    const made = after[table] ?? [];
    expect([table, made.length]).toEqual([table, rows.length]);
    for (const [at, row] of rows.entries()) expect(made[at]?.startsWith(row.slice(0, -1))).toBe(true);
  }
  expect(after.bank?.length).toBe(2);
  expect(after.memory_vector).toEqual(['(1,1,1,"[0.1,1e-07,3]")']);
  expect(existsSync(work.file("db.upgrading"))).toBe(false);
});

test("the major version that is built in is the template's", () => {
  const { header, contents } = readTemplate();
  const before = header.entries.slice(
    0,
    header.entries.findIndex(({ path }) => path === "PG_VERSION"),
  );
  const at = before.reduce((sum, { size = 0 }) => sum + size, 0);
  expect(contents.toString("utf8", at, at + 3)).toBe(`${ENGINE_MAJOR}\n`);
});
