// Backup and restore: what comes back is what was there, value by value, on both engines and across them; and nothing is ever half there.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { readEntries, verifyArchive } from "../../src/admin/archive/reader.js";
import { openArchive } from "../../src/admin/archive/writer.js";
import type { Step } from "../../src/admin/backup.js";
import { openBackup } from "../../src/admin/restore.js";
import { restoreEmbedded } from "../../src/admin/restore-embedded.js";
import { restorePostgres } from "../../src/admin/restore-postgres.js";
import { openOrCreateBank } from "../../src/banks/index.js";
import { inSpace } from "../../src/providers/objects/index.js";
import { ourTables } from "../../src/store/archive/index.js";
import { type Database, sql } from "../../src/store/db.js";
import { listMigrations } from "../../src/store/migrate.js";
import { openDatabase } from "../../src/store/open-database.js";
import { ensureFolder } from "../../src/store/pglite/template.js";
import { DATABASES, freshDataDir, freshPostgres, testPostgresUrl } from "../support/database.js";
import { everything, fill, folder, objectsIn, saved, tenant } from "./support.js";

const OBJECT = "banks/1/attachments/abc";
const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256);

vi.setConfig({ testTimeout: 240_000 });

/** A filled database of each engine, its rows, and its backup. */
interface Made {
  readonly db: Database;
  readonly rows: Awaited<ReturnType<typeof everything>>;
  readonly file: string;
}

const work = folder();
const objects = objectsIn(work.path);
const made = new Map<string, Made>();

beforeAll(async () => {
  for (const { name, open } of DATABASES) {
    const db = await open();
    await fill(db, "first", "marka");
    await fill(db, "second", "markb");
    const space = (await db.query<{ space: string }>(sql`SELECT space FROM storage_space`)).rows[0]?.space ?? "";
    await inSpace(objects, space).put(OBJECT, bytes, { contentType: "text/plain" });
    const file = work.file(`${name}.tar.gz`);
    await saved(db, file, objects);
    made.set(name, { db, rows: await everything(db), file });
  }
}, 120_000);
afterAll(async () => {
  for (const { db } of made.values()) await db.close();
  work.remove();
});

const of = (name: string): Made => made.get(name) as Made;

async function inFolder<T>(dataDir: string, look: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ dataDir, migrated: false });
  try {
    return await look(db);
  } finally {
    await db.close();
  }
}

/** One connection without a deadline, as a restore takes it. */
const openTarget = (url: string) => openDatabase({ url, poolMax: 1, statementTimeoutMs: 2_000_000_000, migrated: false });

test("the tables of an archive are those that the migrations make", async () => {
  for (const { rows } of made.values())
    expect([...ourTables(await listMigrations())].sort()).toEqual(
      [...Object.keys(rows), "schema_migration", "storage_space", "bank_change"].sort(),
    );
  const empty = Object.entries(of("pglite").rows).filter(([, rows]) => rows.length === 0);
  expect(empty.length).toBeLessThan(5); // control: nearly each has rows to lose
});

describe.each(DATABASES)("a backup of $name", ({ name }) => {
  test("restores into a fresh folder value by value, with its objects and counters", async () => {
    const target = folder();
    const steps: Step[] = [];
    const store = objectsIn(target.path);
    const restored = await restoreEmbedded(join(target.path, "db"), {
      file: of(name).file,
      replace: false,
      objects: store,
      onStep: (step) => steps.push(step),
    });
    expect(restored).toMatchObject({ objects: 1, kept: null, migrated: [] });
    await inFolder(target.path, async (db) => {
      expect(await everything(db)).toEqual(of(name).rows);
      const space = (await db.query<{ space: string }>(sql`SELECT space FROM storage_space`)).rows[0]?.space ?? "";
      expect(Buffer.from((await inSpace(store, space).get(OBJECT)) ?? []).equals(bytes)).toBe(true);
      // The counters go on: a bank's number never comes twice.
      const third = await openOrCreateBank(db, tenant, "third");
      expect(third.key).toBe(3);
    });
    expect(new Set(steps.map(({ stage }) => stage))).toEqual(new Set(["checking", "loading", "indexing"]));
    expect(readdirSync(target.path).sort()).toEqual(["db", "objects"]);
    target.remove();
  });

  test.skipIf(testPostgresUrl() === null)("restores into PostgreSQL, also into a schema of its own", async () => {
    const { url, drop } = await freshPostgres();
    const db = await openTarget(url);
    onTestFinished(async () => {
      await db.close();
      await drop();
    });
    const target = { db, schema: null, force: false };
    await restorePostgres(target, { file: of(name).file, replace: false, objects });
    expect(await everything(db)).toEqual(of(name).rows);
    if (name === "pglite") return; // the rest is the target's part, whatever the archive is of
    await restorePostgres({ ...target, schema: "Tenant B" }, { file: of(name).file, replace: false, objects });
    const { rows } = await db.query<{ n: number }>(sql`SELECT count(*) AS n FROM "Tenant B".memory`);
    expect(rows[0]?.n).toBe(of(name).rows.memory?.length);
    expect(await everything(db)).toEqual(of(name).rows); // the other schema is as it was
    // A restore over banks is refused, changes nothing, and goes with `replace`.
    await db.query(sql`UPDATE bank SET name = 'changed'`);
    const again = { file: of(name).file, replace: false, objects };
    await expect(restorePostgres(target, again)).rejects.toMatchObject({
      code: "operation_conflict",
      message: expect.stringContaining("--replace"),
    });
    await expect(
      restorePostgres(target, {
        ...again,
        replace: true,
        onStep: ({ stage, at }) => {
          if (stage === "loading" && at === "posting") throw new Error("the plug was pulled");
        },
      }),
    ).rejects.toThrow("the plug was pulled");
    expect((await db.query<{ name: string }>(sql`SELECT DISTINCT name FROM bank`)).rows).toEqual([{ name: "changed" }]);
    const server = await openDatabase({ url, poolMax: 1 });
    await expect(restorePostgres(target, { ...again, replace: true })).rejects.toThrow("Stop it first");
    await server.close();
    await restorePostgres(target, { ...again, replace: true });
    expect(await everything(db)).toEqual(of(name).rows);
  });
});

describe("a folder that is restored into", () => {
  test("is refused when it has banks; with replace, what was there is kept beside", async () => {
    const dataDir = await freshDataDir();
    const options = { file: of("pglite").file, replace: false, objects: objectsIn(dataDir) };
    await inFolder(dataDir, (db) => openOrCreateBank(db, tenant, "mine"));
    await expect(restoreEmbedded(join(dataDir, "db"), options)).rejects.toMatchObject({ code: "operation_conflict" });
    const running = await openDatabase({ dataDir });
    await expect(restoreEmbedded(join(dataDir, "db"), { ...options, replace: true })).rejects.toMatchObject({ code: "data_folder_locked" });
    await running.close();
    const { kept } = await restoreEmbedded(join(dataDir, "db"), { ...options, replace: true });
    expect(await inFolder(dataDir, everything)).toEqual(of("pglite").rows);
    expect(existsSync(join(kept ?? "", "PG_VERSION"))).toBe(true);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("is as it was after a restore that broke off, and what was killed between its last steps is finished", async () => {
    const dataDir = await freshDataDir();
    await inFolder(dataDir, (db) => openOrCreateBank(db, tenant, "mine"));
    const before = await inFolder(dataDir, everything);
    const broken = restoreEmbedded(join(dataDir, "db"), {
      file: of("pglite").file,
      replace: true,
      objects: objectsIn(dataDir),
      onStep: ({ stage, at }) => {
        if (stage === "loading" && at === "posting") throw new Error("the plug was pulled");
      },
    });
    await expect(broken).rejects.toThrow("the plug was pulled");
    expect(await inFolder(dataDir, everything)).toEqual(before);
    expect(readdirSync(dataDir)).toEqual(expect.not.arrayContaining(["db.restoring"]));
    // Killed before the old one was moved: the old one stays. Killed after: the new one takes its place.
    const restored = join(dataDir, "db.restored");
    mkdirSync(restored);
    await ensureFolder(join(dataDir, "db"));
    expect(existsSync(restored)).toBe(false);
    renameSync(join(dataDir, "db"), restored);
    await ensureFolder(join(dataDir, "db"));
    expect(await inFolder(dataDir, everything)).toEqual(before);
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe("an archive that is not what was written", () => {
  const target = folder();
  afterAll(target.remove);
  const restore = (file: string) => restoreEmbedded(join(target.path, "db"), { file, replace: false, objects: objectsIn(target.path) });

  async function refusal(name: string, change: (whole: Buffer) => Buffer): Promise<string> {
    const file = target.file(name);
    writeFileSync(file, change(readFileSync(of("pglite").file)));
    const error = await restore(file).then(
      () => null,
      (caught: unknown) => caught as { readonly code: string; readonly message: string },
    );
    expect(error).toMatchObject({ code: "bad_argument" });
    expect(existsSync(join(target.path, "db"))).toBe(false);
    return error?.message ?? "";
  }
  const inside = (change: (tar: Buffer) => void) => (whole: Buffer) => {
    const tar = gunzipSync(whole);
    change(tar);
    return gzipSync(tar);
  };

  test("is refused with what is wrong, before anything is touched", async () => {
    expect(await refusal("short", (whole) => whole.subarray(0, whole.length - 2000))).toContain("damaged");
    expect(await refusal("bit", (whole) => whole.fill(0, 5000, 5100))).toContain("damaged");
    expect(await refusal("text", () => Buffer.from("no archive"))).toContain("damaged");
    // Whole as a tar, and yet another text: only the checksum tells.
    const changed = inside((tar) => tar.fill("marku", tar.indexOf("marka"), tar.indexOf("marka") + 5));
    expect(await refusal("forged", changed)).toContain("checksum");
    const newer = inside((tar) => tar.write('"format_version": 9', tar.indexOf('"format_version": 1')));
    expect(await refusal("newer", newer)).toContain("format 9");
    await expect(restore(target.file("nowhere"))).rejects.toThrow("There is no archive");
    await expect(restore(target.file("."))).rejects.toThrow("it is a folder");
  });

  test("with right checksums over wrong rows is refused with the cause, and leaves nothing", async () => {
    const wrong = async (name: string, table: string, change: (rows: string) => string) => {
      const { manifest, checksums } = await verifyArchive(of("pglite").file);
      const file = target.file(name);
      const archive = await openArchive(file, manifest, { replace: false });
      for await (const entry of readEntries(of("pglite").file)) {
        if (!entry.name.includes("/")) continue; // manifest and checksums, which are made anew
        const rows = entry.name.includes(`/tables/${table}/`) ? Buffer.from(change(Buffer.from(entry.bytes).toString())) : entry.bytes;
        await archive.add(entry.name, rows);
      }
      await archive.add("schemas/public/objects/big", randomBytes(4_000_000)); // still to be read when the row is met
      await archive.finish(checksums);
      return file;
    };
    const noRow = await wrong("no-row", "bank", (rows) => `${rows}{"nope":1}\n`);
    await expect(restore(noRow)).rejects.toMatchObject({ code: "bad_argument", message: expect.stringContaining("is no row") });
    const orphans = await wrong("orphans", "bank", () => "");
    await expect(restore(orphans)).rejects.toMatchObject({ code: "bad_argument", message: expect.stringContaining("foreign key") });
    expect(readdirSync(target.path).filter((name) => name.startsWith("db"))).toEqual([]);
  });

  test("of a newer schema is refused, with advice", async () => {
    const { db } = of("pglite");
    const file = target.file("newer-schema");
    await db.query(sql`INSERT INTO schema_migration (version, name, checksum) VALUES (9000, '9000_more', 'x')`);
    await expect(saved(db, file, null)).rejects.toThrow("9000_more");
    expect(readdirSync(target.path).filter((name) => name.startsWith("newer-schema"))).toEqual([]);
    await db.query(sql`DELETE FROM schema_migration WHERE version = 9000`);
    const old = await openBackup(of("pglite").file, await listMigrations());
    await expect(openBackup(of("pglite").file, (await listMigrations()).slice(0, -1))).rejects.toMatchObject({
      code: "bad_argument",
      message: expect.stringContaining("Update Hindsight"),
    });
    expect(old.schemas.flatMap(({ plan }) => plan.lacking)).toEqual([]); // control
  });
});

test("a backup takes no other file's place unasked, and leaves nothing when it fails", async () => {
  const { db, file } = of("pglite");
  const size = readFileSync(file).length;
  await expect(saved(db, file, null)).rejects.toThrow("is there already");
  expect(readFileSync(file).length).toBe(size);
  await expect(saved(db, join(work.path, "no-such-folder", "b.tar.gz"), null)).rejects.toMatchObject({ code: "bad_argument" });
  // Names would mean the tables of the home schema.
  await expect(saved(db, work.file("typo.tar.gz"), null, ["typo"])).rejects.toMatchObject({
    code: "bad_argument",
    message: expect.stringContaining('"typo"'),
  });
  const { manifest, checksums } = await verifyArchive(file);
  expect(manifest).toMatchObject({ format_version: 1, has_objects: true, database: { engine: "pglite" }, schemas: [{ name: "public" }] });
  expect(checksums.rows.public?.memory).toBe(of("pglite").rows.memory?.length);
});
