// Opens the database, embedded or by URL, and brings it up to date.

import { homedir } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { PUBLIC_SCHEMA } from "../domain/tenants.js";
import { HindsightError } from "../errors.js";
import { probeCapabilities } from "./capabilities.js";
import { type Capabilities, type Database, sql, sqlStateOf } from "./db.js";
import { inHome, makeHome } from "./home-schema.js";
import { listMigrations, migrate } from "./migrate.js";
import { openEmbedded } from "./pglite/index.js";
import type { WorkerEntry } from "./pglite/worker-life.js";
import { openPostgres } from "./postgres/index.js";

export interface DatabaseOptions {
  /** `postgres://…`, or empty, `embedded`, `pg0`, `pg0://name` for the embedded database. */
  readonly url?: string;
  /** Parent folder of embedded databases; empty is `~/.hindsight`. */
  readonly dataDir?: string;
  readonly log?: Logger;
  /** Longest time one statement may take, in milliseconds. */
  readonly statementTimeoutMs?: number;
  /** PostgreSQL: most connections at once. */
  readonly poolMax?: number;
  /** PostgreSQL: longest wait for a connection, in milliseconds. */
  readonly acquireTimeoutMs?: number;
  /** Whose tables names mean: `public`, or what else HINDSIGHT_API_DATABASE_SCHEMA names; made when it is missing and `migrated` is not false. */
  readonly schema?: string;
  /** False leaves the schema as it is: for a look at what a migration would do. */
  readonly migrated?: boolean;
  /** Told of each wait for a connection, in milliseconds; feeds the metrics. */
  readonly onAcquired?: (milliseconds: number) => void;
  /** Embedded: the worker's entry; only tests give one. */
  readonly workerEntry?: WorkerEntry;
}

/** Opens, migrates and probes. The caller closes it. Throws `configuration_invalid` for a schema that cannot be had. */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const folder = embeddedFolder(options);
  const engine = folder === null ? "postgres" : "pglite";
  let capabilities: Capabilities | null = null;
  const probed = (): Capabilities => {
    if (capabilities === null) throw new Error("The database is still being opened.");
    return capabilities;
  };
  const {
    log,
    schema = PUBLIC_SCHEMA,
    statementTimeoutMs = 30_000,
    poolMax = 10,
    acquireTimeoutMs = 10_000,
    migrated = true,
    workerEntry,
    onAcquired,
  } = options;
  const watched = { ...(log && { log }), ...(onAcquired && { onAcquired }) };
  const database =
    folder === null
      ? await openPostgres({ url: options.url ?? "", ...watched, statementTimeoutMs, poolMax, acquireTimeoutMs }, probed)
      : await openEmbedded({ folder, ...watched, deadlineMs: statementTimeoutMs, ...(workerEntry && { workerEntry }) }, probed);
  try {
    if (migrated) await makeHome(database, schema);
    await ensureVector(database, schema);
    capabilities = await probeCapabilities(database, engine);
    const home = inHome(database, schema);
    if (migrated) await migrate(home, await listMigrations(), log);
    return home;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The folder that everything of this machine lies in: embedded databases, and objects that are not stored elsewhere. */
export function dataParent(dataDir: string): string {
  return dataDir.trim() === "" ? join(homedir(), ".hindsight") : dataDir;
}

/** The folder that `url` names, or null when it is a PostgreSQL server. Throws `configuration_invalid` for anything else. */
export function embeddedFolder({ url = "", dataDir = "" }: Pick<DatabaseOptions, "url" | "dataDir">): string | null {
  const trimmed = url.trim();
  if (/^postgres(ql)?:\/\//i.test(trimmed)) return null;
  const parent = dataParent(dataDir);
  if (trimmed === "" || trimmed === "embedded" || trimmed === "pg0" || trimmed === "pg0://") return join(parent, "db");
  const name = /^pg0:\/\/(?:[^@/]*@)?([\w][\w.-]*)(?::\d+)?\/?$/.exec(trimmed)?.[1];
  if (name !== undefined) return join(parent, name);
  throw new HindsightError(
    "configuration_invalid",
    `HINDSIGHT_API_DATABASE_URL is "${withoutPassword(trimmed)}"; it takes a postgresql:// URL, or nothing, embedded, pg0 or pg0://name for the embedded database.`,
  );
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, "//…@");
}

/** Where there is no schema `public`, it lies in the home schema. */
async function ensureVector(db: Database, home: string): Promise<void> {
  const { rows } = await db.query(sql`SELECT 1 FROM pg_extension WHERE extname = 'vector'`);
  if (rows.length > 0) return;
  try {
    const { rows: path } = await db.query<{ schema: string | null }>(sql`SELECT current_schema() AS schema`);
    await db.script(`CREATE EXTENSION IF NOT EXISTS vector${path[0]?.schema === null ? ` SCHEMA "${home}"` : ""}`);
  } catch (error) {
    if (sqlStateOf(error) === "23505") return; // another server created it in the same moment
    const message =
      "Hindsight needs the extension pgvector in this database. Install it on the server (package postgresql-NN-pgvector or a hosted option), " +
      "then run CREATE EXTENSION vector as a user who may.";
    throw new HindsightError("configuration_invalid", message, { cause: error });
  }
}
