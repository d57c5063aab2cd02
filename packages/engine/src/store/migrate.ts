// Migrations: numbered SQL files, applied once each, in order, all or nothing per file.
// In: a database. Out: the same database at the newest schema, or an error and nothing half done.
//
// A file is sent as one script without BEGIN and COMMIT: PostgreSQL runs the commands of one script as one transaction. The advisory lock
// and the row in `schema_migration` are part of it, so of two servers that start at once one applies a file and the other finds it done.

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { HindsightError } from "../errors.js";
import { type Database, type Db, sql, sqlStateOf } from "./db.js";

/** Held while a file is applied; any number will do, as long as it never changes. */
const LOCK = 4_715_003_117;

/** The files lie beside the sources, also for the built code: `tsc` copies no SQL, and the package contains this folder. */
const FOLDER = new URL("../../src/store/migrations/", import.meta.url);

export interface Migration {
  readonly version: number;
  /** File name without its ending: "0001_core". */
  readonly name: string;
  readonly text: string;
  /** sha256 of the text, hex. */
  readonly checksum: string;
}

/** All migrations in order. */
export async function listMigrations(folder: URL = FOLDER): Promise<readonly Migration[]> {
  const files = (await readdir(fileURLToPath(folder))).filter((file) => /^\d{4}_.*\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      return { version: Number(file.slice(0, 4)), name: file.slice(0, -4), text, checksum };
    }),
  );
}

export interface Applied {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

async function listApplied(db: Db): Promise<readonly Applied[]> {
  const { rows } = await db.query<Applied>(sql`SELECT version, name, checksum FROM schema_migration ORDER BY version`);
  return rows;
}

/** What was applied, in order; nothing for a database without our tables. */
export async function appliedMigrations(db: Db): Promise<readonly Applied[]> {
  return (await hasList(db)) ? listApplied(db) : [];
}

async function hasList(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>(
    sql`SELECT to_regclass(quote_ident(current_schema()) || '.schema_migration') IS NOT NULL AS exists`,
  );
  return rows[0]?.exists === true;
}

/** What `migrate` would apply. A database without our tables needs everything. */
export async function pendingMigrations(db: Db, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  if (!(await hasList(db))) return migrations;
  const applied = new Set((await listApplied(db)).map(({ version }) => version));
  return migrations.filter(({ version }) => !applied.has(version));
}

/**
 * Brings the schema up to date; returns what was applied.
 *
 * A database with a migration that this program does not know was written by a newer one, whose rows we might spoil: it is refused with
 * `configuration_invalid`. A known file whose text has changed since is only a warning: comments may change.
 */
export async function migrate(
  db: Pick<Database, "query" | "script">,
  migrations: readonly Migration[],
  log?: Logger,
): Promise<readonly Migration[]> {
  const pending = await pendingMigrations(db, migrations);
  if (pending.length < migrations.length || migrations.length === 0) await checkApplied(db, migrations, log);
  const done: Migration[] = [];
  // A new schema is made in one go, which takes half the time of file by file: a tenant's first call waits for it.
  const steps = pending.length === migrations.length ? [pending] : pending.map((migration) => [migration]);
  for (const files of steps) {
    if (await apply(db, files)) done.push(...files);
    else
      for (const migration of files.length > 1 ? await pendingMigrations(db, migrations) : [])
        if (await apply(db, [migration])) done.push(migration);
  }
  if (done.length > 0) log?.info({ migrations: done.map(({ name }) => name) }, "schema migrated");
  return done;
}

async function checkApplied(db: Db, migrations: readonly Migration[], log: Logger | undefined): Promise<void> {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const applied of await listApplied(db)) {
    const migration = known.get(applied.version);
    if (migration === undefined) {
      const message = `The database has the migration ${applied.name}, made by a newer version of Hindsight. Update this server, or give it another database.`;
      throw new HindsightError("configuration_invalid", message);
    }
    if (migration.checksum !== applied.checksum)
      log?.warn({ migration: applied.name }, "this migration's text changed after it was applied");
  }
}

/** Applies files in one transaction; false when another process has applied one of them meanwhile. */
async function apply(db: Pick<Database, "query" | "script">, files: readonly Migration[]): Promise<boolean> {
  const scripts = files.map(
    ({ version, name, text, checksum }) => `
      INSERT INTO schema_migration (version, name, checksum) VALUES (${version}, '${name.replaceAll("'", "''")}', '${checksum}');
      ${text}`,
  );
  try {
    await db.script(`
      SELECT pg_advisory_xact_lock(${LOCK});
      CREATE TABLE IF NOT EXISTS schema_migration (
        version    integer PRIMARY KEY,
        name       text NOT NULL,
        checksum   text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      );
      ${scripts.join("\n;\n")}`);
    return true;
  } catch (error) {
    const versions = new Set(files.map(({ version }) => version));
    const isDone = sqlStateOf(error) === "23505" && (await listApplied(db)).some(({ version }) => versions.has(version));
    if (isDone) return false;
    throw error;
  }
}
