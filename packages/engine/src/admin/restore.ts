// Restore: an archive becomes a database again, whole or not at all.
// In: an archive, and a folder or a schema of PostgreSQL. Out: the database of the archive, brought to this version.
// The archive is read through and checked before anything is touched. What is there is refused unless it may be replaced.

import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { HindsightError } from "../errors.js";
import { inSpace, type ObjectStore } from "../providers/objects/index.js";
import { beginLoad, type Load, type LoadPlan, type LoadTarget, ourTables, type TextRow } from "../store/archive/index.js";
import { sqlStateOf } from "../store/db.js";
import type { Migration } from "../store/migrate.js";
import { type ArchivedSchema, type Checksums, damaged, type Manifest, partOf } from "./archive/format.js";
import { readEntries, type VerifiedArchive, verifyArchive } from "./archive/reader.js";
import type { OnStep } from "./backup.js";

export interface RestoreOptions {
  readonly file: string;
  /** Replaces banks that are there. */
  readonly replace: boolean;
  /** The object storage of the target, all of it; keys begin with a space. */
  readonly objects: ObjectStore;
  readonly onStep?: OnStep;
  readonly log?: Logger;
}

export interface Restored {
  readonly manifest: Manifest;
  /** The schemas that were made, in the order of the manifest's. */
  readonly schemas: readonly string[];
  /** Rows by schema and table. */
  readonly rows: Checksums["rows"];
  readonly objects: number;
  /** Migrations that the archive lacked. */
  readonly migrated: readonly string[];
  /** Where the database that was replaced lies now; null when there was none, or it is gone. */
  readonly kept: string | null;
}

/** A schema of the archive, and where it goes. */
export interface OpenSchema {
  readonly shown: ArchivedSchema;
  readonly target: string;
  readonly plan: LoadPlan;
}

export interface OpenBackup {
  readonly archive: VerifiedArchive;
  readonly schemas: readonly OpenSchema[];
}

/**
 * Checks the archive, and that this version knows its schemas. `target` gives the schema of an archive that has one another name. Throws `bad_argument`
 * with what is wrong.
 */
export async function openBackup(
  file: string,
  all: readonly Migration[],
  { target = null, onStep = () => undefined }: { readonly target?: string | null; readonly onStep?: OnStep } = {},
): Promise<OpenBackup> {
  const archive = await verifyArchive(file, (done, total) => onStep({ stage: "checking", at: file, done, total }));
  const { schemas, has_objects: hasObjects } = archive.manifest;
  if (target !== null && schemas.length > 1) {
    const message = `The archive has ${schemas.length} schemas (${schemas.map(({ name }) => name).join(", ")}), which go where they came from. Leave --schema out.`;
    throw new HindsightError("bad_argument", message);
  }
  return {
    archive,
    schemas: schemas.map((shown) => {
      const renamed = target === null || target === shown.name ? null : { from: shown.name, to: target };
      return { shown, target: target ?? shown.name, plan: { ...planOf(archive.manifest, shown, all, hasObjects), renamed } };
    }),
  };
}

function planOf(manifest: Manifest, shown: ArchivedSchema, all: readonly Migration[], hasObjects: boolean): Omit<LoadPlan, "renamed"> {
  const unknown = shown.migrations.filter(({ version }) => !all.some((migration) => migration.version === version));
  if (unknown.length > 0) {
    const message = `The archive is of a newer version of Hindsight (${manifest.hindsight_version}): this one does not know ${unknown.map(({ name }) => name).join(", ")}. Update Hindsight, then restore.`;
    throw new HindsightError("bad_argument", message);
  }
  const had = all.filter(({ version }) => shown.migrations.some((one) => one.version === version));
  const known = ourTables(had);
  const strange = shown.tables.filter(({ name }) => !known.includes(name));
  if (strange.length > 0) throw damaged(`it has tables that are none of ours: ${strange.map(({ name }) => name).join(", ")}`);
  return {
    had,
    lacking: all.filter((migration) => !had.includes(migration)),
    columns: new Map(shown.tables.map((table) => [table.name, table.columns])),
    counters: shown.counters.map(({ is_used: isUsed, ...counter }) => ({ ...counter, isUsed })),
    storageSpace: hasObjects ? randomUUID() : null,
  };
}

/**
 * Fills the schemas, which are there and empty: `into` gives the target of each. Objects go into the spaces of the new schemas. Throws `bad_argument` for
 * rows that the schema does not take.
 */
export async function loadBackup(...asked: Parameters<typeof load>): Promise<void> {
  try {
    await load(...asked);
  } catch (cause) {
    if (!WRONG_ROWS.test(sqlStateOf(cause) ?? "")) throw cause;
    throw damaged(`its rows are none that its schema takes (${cause instanceof Error ? cause.message : cause})`, cause);
  }
}

/** SQLSTATE of values that are none of their type, and of rows that break a constraint. */
const WRONG_ROWS = /^2[23]/;

async function load(
  { archive, schemas }: OpenBackup,
  into: (schema: string) => LoadTarget,
  { objects, onStep = () => undefined }: Pick<RestoreOptions, "objects" | "onStep">,
): Promise<void> {
  const loads = new Map<string, { readonly load: Load; readonly objects: ObjectStore | null; readonly schema: OpenSchema }>();
  for (const schema of schemas) {
    const { storageSpace: space } = schema.plan;
    const begun = await beginLoad(into(schema.target), schema.plan);
    loads.set(schema.shown.name, { load: begun, schema, objects: space === null ? null : inSpace(objects, space) });
  }
  let read = 0;
  const entries = readEntries(archive.file, (done) => {
    read = done;
  });
  for await (const { name, bytes } of entries) {
    const part = partOf(name);
    if (part === null) continue;
    const target = loads.get(part.schema);
    if (target === undefined) throw damaged(`${name} is of a schema that its manifest does not name`);
    const isTable = "table" in part;
    onStep({ stage: "loading", at: isTable ? part.table : name, done: read, total: archive.size });
    if (isTable) await target.load.write(part.table, rowsOf(name, bytes, target.schema.plan.columns.get(part.table)?.length));
    else await target.objects?.put(part.object, bytes, { contentType: "application/octet-stream" });
  }
  onStep({ stage: "indexing", at: "keys", done: 0, total: 1 });
  for (const { load: begun } of loads.values()) await begun.finish();
}

/** Takes back the objects of a restore that failed. */
export async function dropObjects({ schemas }: OpenBackup, objects: ObjectStore): Promise<void> {
  for (const { plan } of schemas) if (plan.storageSpace !== null) await objects.deleteAll(`${plan.storageSpace}/`);
}

function rowsOf(name: string, bytes: Uint8Array, width: number | undefined): readonly TextRow[] {
  const lines = Buffer.from(bytes).toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const row = JSON.parse(line) as unknown;
    const isRow = Array.isArray(row) && row.length === width && row.every((value) => value === null || typeof value === "string");
    if (!isRow) throw damaged(`a line of ${name} is no row`);
    return row as TextRow;
  });
}

/** Refuses to write over banks. */
export function targetHasBanks(where: string, keeps: string): HindsightError {
  return new HindsightError(
    "operation_conflict",
    `${where} has banks already. Add --replace to put the archive in their place (${keeps}), and --yes where nobody can be asked.`,
  );
}

/** What was done, for the one who asked. */
export function report({ archive, schemas }: OpenBackup, kept: string | null): Restored {
  const { rows, objects } = archive.checksums;
  const migrated = new Set(schemas.flatMap(({ plan }) => plan.lacking.map(({ name }) => name)));
  return { manifest: archive.manifest, schemas: schemas.map(({ target }) => target), rows, objects, migrated: [...migrated], kept };
}
