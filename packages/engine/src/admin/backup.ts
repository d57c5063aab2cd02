// Backup: everything of a database in one archive.
// In: an open database (embedded, or a schema of PostgreSQL), the object storage. Out: a file that `restore` takes, checked after it was written.
// All tables are read in one transaction, which sees one moment; on PostgreSQL servers go on working meanwhile.

import { tenantScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { ObjectStore } from "../providers/objects/index.js";
import {
  type DatabaseFacts,
  enterSchema,
  estimateRows,
  isPassing,
  listCounters,
  listSchemas,
  listTables,
  openSnapshot,
  ourTables,
  readDatabaseFacts,
  readRows,
  type TableShape,
} from "../store/archive/index.js";
import type { Database, Db } from "../store/db.js";
import type { Migration } from "../store/migrate.js";
import { countLost } from "../store/repair/count-lost.js";
import { type ArchivedSchema, type Checksums, entryName, FORMAT, FORMAT_VERSION, type Manifest } from "./archive/format.js";
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
  /** Null takes every schema with our tables: all tenants. */
  readonly schemas: readonly string[] | null;
  /** Replaces a file that is there. */
  readonly replace?: boolean;
  /** Where attachments and uploaded files lie, below the name of a schema's space; null leaves them out. */
  readonly objects: ((space: string) => ObjectStore) | null;
  readonly hindsightVersion: string;
  readonly now: Date;
  readonly onStep?: OnStep;
}

/** What is read from: an engine's database, or one of an older engine that looks like it. */
export type BackupSource = Pick<Database, "transaction"> & { readonly engine: string };

/**
 * Writes the backup and checks it. The schema may be older than this version. Throws `configuration_invalid` for a schema without our tables, or of a
 * newer version; nothing is left behind by a failure.
 */
export async function backup(source: BackupSource, migrations: readonly Migration[], options: BackupOptions): Promise<VerifiedArchive> {
  const { file, onStep = () => undefined } = options;
  await source.transaction(async (tx) => {
    await openSnapshot(tx);
    const schemas: OpenSchema[] = [];
    for (const name of options.schemas ?? (await listSchemas(tx))) schemas.push(await openSchema(tx, name, migrations));
    if (schemas.length === 0) throw noSchema(null);
    await writeAll(tx, source.engine, schemas, { ...options, onStep });
  });
  return verifyArchive(file, (done, total) => onStep({ stage: "checking", at: file, done, total }));
}

interface OpenSchema {
  readonly shown: ArchivedSchema;
  readonly tables: readonly TableShape[];
  readonly facts: DatabaseFacts;
  /** It has all migrations of this version. */
  readonly isCurrent: boolean;
}

async function openSchema(tx: Db, schema: string, migrations: readonly Migration[]): Promise<OpenSchema> {
  await enterSchema(tx, schema);
  const names = ourTables(migrations);
  const all = await listTables(tx, names);
  if (!all.some(({ name }) => name === "schema_migration")) throw noSchema(schema);
  const facts = await readDatabaseFacts(tx);
  const unknown = facts.migrations.filter(({ version }) => !migrations.some((known) => known.version === version));
  if (unknown.length > 0) {
    const message = `The database has migrations of a newer version (${unknown.map(({ name }) => name).join(", ")}), whose tables this version does not know. Back it up with that version.`;
    throw new HindsightError("configuration_invalid", message);
  }
  const tables = all.filter(({ name }) => name !== "schema_migration" && !isPassing(name)); // the manifest has the list of migrations
  const shown: ArchivedSchema = {
    name: schema,
    migrations: [...facts.migrations],
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
    counters: (await listCounters(tx, names)).map(({ isUsed, ...counter }) => ({ ...counter, is_used: isUsed })),
    storage_space: facts.storageSpace,
  };
  return { shown, tables, facts, isCurrent: facts.migrations.length === migrations.length };
}

function noSchema(schema: string | null): HindsightError {
  const message = `There is no Hindsight database in ${schema === null ? "any schema" : `the schema "${schema}"`}. Check HINDSIGHT_API_DATABASE_URL and --schema.`;
  return new HindsightError("configuration_invalid", message);
}

type Written = BackupOptions & { readonly onStep: OnStep };

async function writeAll(tx: Db, engine: string, schemas: readonly OpenSchema[], options: Written): Promise<void> {
  const [first] = schemas;
  const manifest: Manifest = {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    created_at: options.now.toISOString(),
    hindsight_version: options.hindsightVersion,
    database: { engine, server_version: first?.facts.serverVersion ?? 0, vector_version: first?.facts.vectorVersion ?? null },
    schemas: schemas.map(({ shown }) => shown),
    has_objects: options.objects !== null,
  };
  const archive = await openArchive(options.file, manifest, { replace: options.replace ?? false });
  try {
    const rows: Checksums["rows"] = {};
    const lost: Record<string, number> = {};
    let objects = 0;
    for (const { shown, tables, isCurrent } of schemas) {
      await enterSchema(tx, shown.name);
      const counted: Record<string, number> = {};
      for (const table of tables) counted[table.name] = await writeTable(tx, shown.name, table, archive, options.onStep);
      rows[shown.name] = counted;
      if (isCurrent) lost[shown.name] = (await countLost(tx, tenantScope(shown.name))).memories;
      if (options.objects !== null && shown.storage_space !== null) {
        objects += await writeObjects(options.objects(shown.storage_space), shown.name, archive, options.onStep);
      }
    }
    await archive.finish({ rows, objects, lost });
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function writeTable(tx: Db, schema: string, table: TableShape, archive: ArchiveWriter, onStep: OnStep): Promise<number> {
  const total = await estimateRows(tx, table.name);
  let done = 0;
  let piece = 0;
  onStep({ stage: "reading", at: table.name, done, total });
  for await (const rows of readRows(tx, table)) {
    piece += 1;
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    await archive.add(entryName({ schema, table: table.name, piece }), Buffer.from(text));
    done += rows.length;
    onStep({ stage: "reading", at: table.name, done, total: Math.max(done, total) });
  }
  return done;
}

/** An object that goes meanwhile belongs to what was deleted meanwhile. */
async function writeObjects(objects: ObjectStore, schema: string, archive: ArchiveWriter, onStep: OnStep): Promise<number> {
  let done = 0;
  for await (const { key } of objects.list("")) {
    const bytes = await objects.get(key);
    if (bytes === null) continue;
    await archive.add(entryName({ schema, object: key }), bytes);
    done += 1;
    onStep({ stage: "objects", at: key, done, total: 0 });
  }
  return done;
}
