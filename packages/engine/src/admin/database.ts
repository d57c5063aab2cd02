// The database of the settings, saved, restored and brought to another major version. No server may have the embedded one meanwhile.
// In: settings. Out: an archive; a database; what was done.

import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type Logger, pino } from "pino";
import type { Settings } from "../config/index.js";
import { tenantNameProblem } from "../domain/tenants.js";
import { HindsightError } from "../errors.js";
import { createObjectStore, inSpace, type ObjectStore } from "../providers/objects/index.js";
import type { Database } from "../store/db.js";
import { listMigrations } from "../store/migrate.js";
import { dataParent, embeddedFolder, openDatabase } from "../store/open-database.js";
import { askForSnapshot } from "../store/pglite/snapshot.js";
import { type VerifiedArchive, verifyArchive } from "./archive/reader.js";
import { requireFree } from "./archive/writer.js";
import { backup, type OnStep } from "./backup.js";
import { embeddedMajor } from "./folder.js";
import type { Restored } from "./restore.js";
import { restoreEmbedded } from "./restore-embedded.js";
import { restorePostgres } from "./restore-postgres.js";

const { version: VERSION } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string };

export { VERSION };

/** Statements over a whole table have no deadline; the longest that a timer of Node takes, less what the pool adds. */
const NO_DEADLINE_MS = 2_147_480_000;

export interface SaveOptions {
  readonly file: string;
  /** Replaces a file that is there. */
  readonly replace?: boolean;
  /** Schemas to save; null for all that hold banks of Hindsight. */
  readonly schemas?: readonly string[] | null;
  /** False leaves attachments and uploaded files where they are. */
  readonly withObjects?: boolean;
  readonly onStep?: OnStep;
}

/** Saves the database in an archive, and checks it. Of an embedded one that a server has, a copy is saved that the server makes. */
export async function saveDatabase(settings: Settings, options: SaveOptions): Promise<VerifiedArchive> {
  refuseMissingFolder(settings);
  refuseNoDatabase(settings);
  requireFree(options.file, options.replace ?? false); // before a server is asked for a copy of all it has
  const db = await openOrCopy(settings, () => openWhole(settings));
  const store = options.withObjects === false ? null : objectStore(settings);
  try {
    return await backup({ transaction: db.transaction, engine: db.capabilities.engine }, await listMigrations(), {
      file: options.file,
      schemas: options.schemas ?? null,
      replace: options.replace ?? false,
      objects: store === null ? null : (space) => inSpace(store, space),
      hindsightVersion: VERSION,
      now: new Date(),
      ...(options.onStep && { onStep: options.onStep }),
    });
  } finally {
    await store?.close();
    await db.close();
  }
}

export interface RestoreDatabaseOptions {
  readonly file: string;
  /** Replaces banks that are there. */
  readonly replace?: boolean;
  /** PostgreSQL: goes on although servers are connected. */
  readonly force?: boolean;
  /** Another name for the schema of an archive with one. */
  readonly schema?: string | null;
  readonly onStep?: OnStep;
  readonly log?: Logger;
}

/** Makes the database of the settings anew from an archive. Throws `operation_conflict` where there are banks that may not be replaced. */
export async function restoreDatabase(settings: Settings, options: RestoreDatabaseOptions): Promise<Restored> {
  const { file, replace = false, force = false, schema = null, log = pino({ level: "silent" }) } = options;
  const problem = schema === null ? null : tenantNameProblem(schema);
  if (problem !== null) throw new HindsightError("bad_argument", `--schema is "${schema}"; the name of a schema ${problem}`);
  const folder = embeddedFolder({ url: settings.databaseUrl, dataDir: settings.dataDir });
  const store = objectStore(settings);
  const common = { file, replace, objects: store, log, ...(options.onStep && { onStep: options.onStep }) };
  try {
    if (folder !== null) {
      return await restoreEmbedded(folder, { ...common, schema });
    }
    const db = await openWhole(settings);
    try {
      return await restorePostgres({ db, schema, force }, common);
    } finally {
      await db.close();
    }
  } finally {
    await store.close();
  }
}

/** Reads an archive through and tells what is in it. Throws `bad_argument` for one that is damaged. */
export function inspectBackup(file: string, onStep: OnStep = () => undefined): Promise<VerifiedArchive> {
  return verifyArchive(file, (done, total) => onStep({ stage: "checking", at: file, done, total }));
}

export function objectStore(settings: Settings): ObjectStore {
  return createObjectStore(settings, dataParent(settings.dataDir));
}

/** As it is, and with one connection, so that what else is connected are servers. */
function openWhole(settings: Settings) {
  return openDatabase({
    url: settings.databaseUrl,
    dataDir: settings.dataDir,
    poolMax: 1,
    acquireTimeoutMs: settings.dbAcquireTimeout * 1000,
    statementTimeoutMs: NO_DEADLINE_MS,
    migrated: false,
  });
}

/**
 * Opens the database by `open`, or, when it is an embedded one that another process has, a copy of it that this process makes now; the copy goes when
 * it is closed.
 */
export async function openOrCopy(settings: Settings, open: () => Promise<Database>): Promise<Database> {
  try {
    return await open();
  } catch (error) {
    const folder = embeddedFolder({ url: settings.databaseUrl, dataDir: settings.dataDir });
    if (folder === null || !(error instanceof HindsightError) || error.code !== "data_folder_locked") throw error;
    const copy = await askForSnapshot(folder);
    const drop = (): Promise<void> => rm(copy, { recursive: true, force: true });
    try {
      // The copy is `db.snapshot` beside `db`: an embedded database by that name.
      const db = await openDatabase({
        url: `pg0://${basename(copy)}`,
        dataDir: dirname(copy),
        statementTimeoutMs: NO_DEADLINE_MS,
        migrated: false,
      });
      const close = (): Promise<void> => db.close().finally(drop);
      return Object.create(db, { close: { value: close } }) as Database;
    } catch (cause) {
      await drop();
      throw cause;
    }
  }
}

/** A look makes nothing: a folder that is not there is a mistyped one. */
export function refuseMissingFolder({ databaseUrl: url, dataDir }: Settings): void {
  const folder = embeddedFolder({ url, dataDir });
  if (folder === null || existsSync(dirname(folder))) return;
  const message = `There is no folder ${dirname(folder)}, and so no database in it. Set HINDSIGHT_DATA_DIR to the server's folder, or HINDSIGHT_API_DATABASE_URL to its PostgreSQL.`;
  throw new HindsightError("configuration_invalid", message, { details: NOT_MADE });
}

/** Of an error: the database is not there, or not as this version needs it; whoever may make it knows what to do. */
export const NOT_MADE = { lacks: "database" } as const;

/** To open a folder without a database would make one. */
function refuseNoDatabase({ databaseUrl: url, dataDir }: Settings): void {
  const folder = embeddedFolder({ url, dataDir });
  if (folder === null || embeddedMajor(folder) !== null) return;
  throw new HindsightError("configuration_invalid", `There is no database in ${folder}. Set HINDSIGHT_DATA_DIR to the server's folder.`);
}
