// Restore: an archive becomes a database again, whole or not at all.
// In: an archive, and a folder or a schema of PostgreSQL. Out: the database of the archive, brought to this version.
// The archive is read through and checked before anything is touched. What is there is refused unless it may be replaced.

import type { Logger } from "pino";
import { HindsightError } from "../errors.js";
import type { ObjectStore } from "../providers/objects/index.js";
import { type Loading, ourTables, type TextRow } from "../store/archive/index.js";
import type { Migration } from "../store/migrate.js";
import { damaged, type Manifest } from "./archive/format.js";
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
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly objects: number;
  /** Migrations that the archive lacked. */
  readonly migrated: readonly string[];
  /** Where the database that was replaced lies now; null when there was none, or it is gone. */
  readonly kept: string | null;
}

/** Checks the archive, and that this version knows its schema. */
export async function openBackup(file: string, all: readonly Migration[], onStep: OnStep = () => undefined): Promise<OpenBackup> {
  const archive = await verifyArchive(file, (done, total) => onStep({ stage: "checking", at: file, done, total }));
  const { manifest } = archive;
  const known = new Map(all.map((migration) => [migration.version, migration]));
  const unknown = manifest.migrations.filter(({ version }) => !known.has(version));
  if (unknown.length > 0) {
    const message = `The archive is of a newer version of Hindsight (${manifest.hindsight_version}): this one does not know ${unknown.map(({ name }) => name).join(", ")}. Update Hindsight, then restore.`;
    throw new HindsightError("bad_argument", message);
  }
  const had = all.filter(({ version }) => manifest.migrations.some((one) => one.version === version));
  const strange = manifest.tables.filter(({ name }) => !ourTables(had).includes(name));
  if (strange.length > 0) throw damaged(`it has tables that are none of ours: ${strange.map(({ name }) => name).join(", ")}`);
  return { archive, had, lacking: all.filter((migration) => !had.includes(migration)) };
}

export interface OpenBackup {
  readonly archive: VerifiedArchive;
  readonly had: readonly Migration[];
  readonly lacking: readonly Migration[];
}

/** What `loadSchema` takes. Objects on the way are put into `objects`, which is the space of the database that is made. */
export function loadingOf(
  { archive, had, lacking }: OpenBackup,
  objects: ObjectStore | null,
  space: string | null,
  onStep: OnStep,
): Loading {
  const { manifest, file } = archive;
  async function* pieces(): AsyncGenerator<{ readonly table: string; readonly rows: readonly TextRow[] }> {
    let read = 0;
    const entries = readEntries(file, (done) => {
      read = done;
    });
    for await (const { name, bytes } of entries) {
      const table = /^tables\/([^/]+)\//.exec(name)?.[1];
      onStep({ stage: "loading", at: table ?? name, done: read, total: archive.size });
      if (table !== undefined) yield { table, rows: rowsOf(name, bytes, columns.get(table)?.length) };
      else if (name.startsWith("objects/")) {
        await objects?.put(name.slice("objects/".length), bytes, { contentType: "application/octet-stream" });
      }
    }
  }
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]));
  return {
    migrations: { had, lacking },
    columns,
    counters: manifest.counters.map(({ is_used: isUsed, ...counter }) => ({ ...counter, isUsed })),
    pieces: pieces(),
    storageSpace: space,
  };
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
    `${where} has banks already. Add --replace to put the archive in their place (${keeps}).`,
  );
}

/** What was done, for the one who asked. */
export function report({ archive, lacking }: OpenBackup, kept: string | null): Restored {
  const { rows, objects } = archive.checksums;
  return { manifest: archive.manifest, rows, objects, migrated: lacking.map(({ name }) => name), kept };
}
