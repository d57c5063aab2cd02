// Backup: everything of a database in one archive.
// In: an open database (embedded, or a schema of PostgreSQL), the object storage. Out: a file that `restore` takes, checked after it was written.
// All tables are read in one transaction, which sees one moment; on PostgreSQL servers go on working meanwhile.

import { HindsightError } from "../errors.js";
import type { ObjectStore } from "../providers/objects/index.js";
import {
  enterSchema,
  estimateRows,
  listCounters,
  listTables,
  openSnapshot,
  ourTables,
  readDatabaseFacts,
  readRows,
} from "../store/archive/index.js";
import type { Database, Db } from "../store/db.js";
import type { Migration } from "../store/migrate.js";
import { FORMAT, FORMAT_VERSION, type Manifest } from "./archive/format.js";
import { type VerifiedArchive, verifyArchive } from "./archive/reader.js";
import { type ArchiveWriter, openArchive } from "./archive/writer.js";

/** What is being done, and how far it is. */
export interface Step {
  readonly stage: "reading" | "objects" | "checking" | "loading" | "copying" | "indexing" | "embedding";
  /** What it works on now: a table, an object, a bank. */
  readonly at: string;
  readonly done: number;
  /** Estimated for rows; 0 when it is not known. */
  readonly total: number;
}

export type OnStep = (step: Step) => void;

export interface BackupOptions {
  readonly file: string;
  readonly schema: string;
  /** Replaces a file that is there. */
  readonly replace?: boolean;
  /** Where attachments and uploaded files lie; null leaves them out. */
  readonly objects: (space: string) => ObjectStore | null;
  readonly hindsightVersion: string;
  readonly now: Date;
  readonly onStep?: OnStep;
}

/** What is read from: an engine's database, or one of an older engine that looks like it. */
export type BackupSource = Pick<Database, "transaction"> & { readonly engine: string };

/**
 * Writes the backup and checks it. The schema may be older than this version, and newer. Throws `configuration_invalid` for a schema without our tables;
 * nothing is left behind by a failure.
 */
export async function backup(source: BackupSource, migrations: readonly Migration[], options: BackupOptions): Promise<VerifiedArchive> {
  const { file, onStep = () => undefined } = options;
  await source.transaction(async (tx) => {
    await openSnapshot(tx);
    await enterSchema(tx, options.schema);
    await writeAll(tx, source.engine, migrations, options, onStep);
  });
  return verifyArchive(file, (done, total) => onStep({ stage: "checking", at: file, done, total }));
}

async function writeAll(tx: Db, engine: string, migrations: readonly Migration[], options: BackupOptions, onStep: OnStep): Promise<void> {
  const names = ourTables(migrations);
  const tables = await listTables(tx, names);
  if (!tables.some(({ name }) => name === "schema_migration")) {
    const message = `There is no Hindsight database in the schema "${options.schema}". Check HINDSIGHT_API_DATABASE_URL and --schema.`;
    throw new HindsightError("configuration_invalid", message);
  }
  const facts = await readDatabaseFacts(tx);
  const unknown = facts.migrations.filter(({ version }) => !migrations.some((known) => known.version === version));
  if (unknown.length > 0) {
    const message = `The database has migrations of a newer version (${unknown.map(({ name }) => name).join(", ")}), whose tables this version does not know. Back it up with that version.`;
    throw new HindsightError("configuration_invalid", message);
  }
  const objects = facts.storageSpace === null ? null : options.objects(facts.storageSpace);
  const filled = tables.filter(({ name }) => name !== "schema_migration"); // the manifest has it
  const manifest: Manifest = {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    created_at: options.now.toISOString(),
    hindsight_version: options.hindsightVersion,
    database: { engine, server_version: facts.serverVersion, vector_version: facts.vectorVersion, schema: options.schema },
    migrations: [...facts.migrations],
    tables: filled.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
    counters: (await listCounters(tx, names)).map(({ isUsed, ...counter }) => ({ ...counter, is_used: isUsed })),
    storage_space: facts.storageSpace,
    has_objects: objects !== null,
  };
  const archive = await openArchive(options.file, manifest, { replace: options.replace ?? false });
  try {
    const rows: Record<string, number> = {};
    for (const table of filled) rows[table.name] = await writeTable(tx, table, archive, onStep);
    await archive.finish({ rows, objects: objects === null ? 0 : await writeObjects(objects, archive, onStep) });
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    await objects?.close();
  }
}

async function writeTable(tx: Db, table: Parameters<typeof readRows>[1], archive: ArchiveWriter, onStep: OnStep): Promise<number> {
  const total = await estimateRows(tx, table.name);
  let done = 0;
  let piece = 0;
  onStep({ stage: "reading", at: table.name, done, total });
  for await (const rows of readRows(tx, table)) {
    piece += 1;
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    await archive.add(`tables/${table.name}/${String(piece).padStart(6, "0")}.jsonl`, Buffer.from(text));
    done += rows.length;
    onStep({ stage: "reading", at: table.name, done, total: Math.max(done, total) });
  }
  return done;
}

/** An object that goes meanwhile belongs to what was deleted meanwhile. */
async function writeObjects(objects: ObjectStore, archive: ArchiveWriter, onStep: OnStep): Promise<number> {
  let done = 0;
  for await (const { key } of objects.list("banks/")) {
    const bytes = await objects.get(key);
    if (bytes === null) continue;
    await archive.add(`objects/${key}`, bytes);
    done += 1;
    onStep({ stage: "objects", at: key, done, total: 0 });
  }
  return done;
}
