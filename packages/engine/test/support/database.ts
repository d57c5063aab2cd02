// A database of one's own for each test, on both engines, made from a migrated template.
// In: nothing. Out: `DATABASES` for `describe.each`; each `open()` is fresh, migrated and gone after `close()`.
// PostgreSQL is found by HINDSIGHT_TEST_DATABASE_URL or by what `node scripts/test-postgres.mjs start` left behind.

import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { Database } from "../../src/store/db.js";
import { listMigrations } from "../../src/store/migrate.js";
import { type DatabaseOptions, openDatabase } from "../../src/store/open-database.js";
import { perProcess } from "./per-process.js";

export interface TestDatabase {
  readonly name: "pglite" | "postgres";
  /** A fresh, migrated database; `close()` also removes it. */
  open(options?: Omit<DatabaseOptions, "url" | "dataDir">): Promise<Database>;
}

/**
 * The database worker of most tests: without fsync and with less memory, since such a database lives for seconds.
 * What durability needs is tested with the real one (faults*.test.ts).
 */
const QUICK_WORKER = {
  near: new URL("../../src/store/pglite/worker-life.ts", import.meta.url).href,
  name: "worker",
  parameters: ["-F", "-c", "shared_buffers=16MB"],
};
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const CACHE = join(ROOT, ".cache");

/** Changes with the migrations, so that a template is never older than the schema. */
async function schemaKey(): Promise<string> {
  const hash = createHash("sha256");
  for (const { text } of await listMigrations()) hash.update(text);
  return hash.digest("hex").slice(0, 12);
}

/** A folder with a migrated embedded database in its sub-folder `db`; made once per schema, then copied. */
async function embeddedTemplate(): Promise<string> {
  const template = join(CACHE, "test-pglite", await schemaKey());
  if (existsSync(template)) return template;
  mkdirSync(join(CACHE, "test-pglite"), { recursive: true });
  const making = mkdtempSync(join(CACHE, "test-pglite", "making-"));
  const database = await openDatabase({ dataDir: making });
  await database.close();
  try {
    renameSync(making, template);
  } catch (error) {
    if (!existsSync(template)) throw error; // else another test process was faster
    rmSync(making, { recursive: true });
  }
  return template;
}

/** `cpSync` looks at each file several times: for the six hundred of a database it takes twice as long. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target);
  }
}

/** Folders that a test left open, because it failed or was skipped over; they go when the process ends. */
const leftOver = perProcess("folders left over", () => {
  const folders = new Set<string>();
  process.on("exit", () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return folders;
});

/** A data folder of one's own, filled from the template: for tests that open it themselves. The caller removes it. */
export async function freshDataDir(): Promise<string> {
  const template = await embeddedTemplate();
  const dataDir = mkdtempSync(join(tmpdir(), "hindsight-test-"));
  leftOver.add(dataDir);
  copyFolder(template, dataDir);
  return dataDir;
}

const pglite: TestDatabase = {
  name: "pglite",
  async open(options = {}) {
    const dataDir = await freshDataDir();
    const database = await openDatabase({ workerEntry: QUICK_WORKER, ...options, dataDir });
    return closing(database, async () => rmSync(dataDir, { recursive: true, force: true }));
  },
};

/** URL of the PostgreSQL server for tests, or null when there is none on this machine. */
export function testPostgresUrl(): string | null {
  const fromEnv = process.env.HINDSIGHT_TEST_DATABASE_URL ?? "";
  if (fromEnv !== "") return fromEnv;
  const state = join(CACHE, "test-postgres", "state.json");
  if (!existsSync(state)) return null;
  const { url, pid } = JSON.parse(readFileSync(state, "utf8")) as { readonly url: string; readonly pid?: number };
  return pid === undefined || isRunning(pid) ? url : null; // the file outlives a reboot
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it runs as another user
  }
}

/** Runs administrative SQL on the server itself. */
async function onServer(text: string, url = testPostgresUrl()): Promise<void> {
  const client = new pg.Client({ connectionString: url ?? "" });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(testPostgresUrl() ?? "");
  url.pathname = `/${database}`;
  return url.href;
}

async function postgresTemplate(): Promise<string> {
  const name = `hindsight_template_${await schemaKey()}`;
  const client = new pg.Client({ connectionString: testPostgresUrl() ?? "" });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(715003118)"); // one test process makes it, the others wait
    const { rows } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rows.length > 0) return name;
    const making = `${name}_making`;
    await client.query(`DROP DATABASE IF EXISTS ${making} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${making}`);
    const database = await openDatabase({ url: urlOf(making) });
    await database.close();
    await client.query(`ALTER DATABASE ${making} RENAME TO ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

/** A fresh, migrated database on the server, by URL; `drop` removes it. */
export async function freshPostgres(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const template = await postgresTemplate();
  const name = `hindsight_test_${randomBytes(6).toString("hex")}`;
  // FILE_COPY would checkpoint the whole server for each test; WAL_LOG does not.
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY WAL_LOG`);
  return { url: urlOf(name), drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

const postgres: TestDatabase = {
  name: "postgres",
  async open(options = {}) {
    const { url, drop } = await freshPostgres();
    const database = await openDatabase({ poolMax: 4, ...options, url });
    return closing(database, drop);
  },
};

function closing(database: Database, after: () => Promise<void>): Database {
  const close = async (): Promise<void> => {
    await database.close();
    await after();
  };
  return Object.create(database, { close: { value: close } }) as Database;
}

/**
 * The engines to test on. Without a PostgreSQL server the row is missing here and named once on stderr; in CI that is a failure.
 */
export const DATABASES: readonly TestDatabase[] = (() => {
  if (testPostgresUrl() !== null) return [pglite, postgres];
  const reason = "no PostgreSQL for tests: run `node scripts/test-postgres.mjs start` or set HINDSIGHT_TEST_DATABASE_URL";
  if (process.env.CI === "true") throw new Error(`In CI both engines are tested, but there is ${reason}.`);
  process.stderr.write(`Skipped on postgres: ${reason}.\n`);
  return [pglite];
})();
