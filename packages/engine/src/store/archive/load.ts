// Filling a schema from an archive.
// In: a target without our tables, and the archive's rows. Out: the schema of the archive, filled; then brought to this version by the migrations.
// Foreign keys are taken off while rows come in, so that no order of tables matters, and put back at the end, which checks every row.

import { HindsightError } from "../../errors.js";
import type { Database } from "../db.js";
import { sql } from "../db.js";
import { type Migration, migrate } from "../migrate.js";
import { type Counter, listForeignKeys, listTables, ourTables, quoted, setCounter, type TableShape } from "./catalogue.js";
import type { TextRow } from "./read-rows.js";
import { writeRows } from "./write-rows.js";

export type LoadTarget = Pick<Database, "query" | "script">;

export interface Loading {
  /** Migrations that the archive's schema has, in order; then those that it lacks. */
  readonly migrations: { readonly had: readonly Migration[]; readonly lacking: readonly Migration[] };
  /** Columns of each table's rows, by the table's name. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly counters: readonly Counter[];
  /** Pieces of tables, in any order. */
  readonly pieces: AsyncIterable<{ readonly table: string; readonly rows: readonly TextRow[] }>;
  /** The storage space that the database gets; null leaves the archive's. */
  readonly storageSpace: string | null;
}

/** Makes the schema and fills it. Throws `bad_argument` for rows of a table or column that the schema does not have. */
export async function loadSchema(target: LoadTarget, loading: Loading): Promise<void> {
  const { had, lacking } = loading.migrations;
  await migrate(target, had);
  const names = ourTables(had);
  const tables = new Map((await listTables(target, names)).map((table) => [table.name, table]));
  for (const [table, columns] of loading.columns) requireColumns(tables.get(table), table, columns);
  const keys = await listForeignKeys(target, names);
  for (const { table, name } of keys) await target.script(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  // What migrations themselves put in comes from the archive as well.
  for (const name of tables.keys()) if (name !== "schema_migration") await target.script(`DELETE FROM ${quoted(name)}`);
  for await (const { table, rows } of loading.pieces) {
    const shape = tables.get(table);
    const columns = loading.columns.get(table);
    if (shape === undefined || columns === undefined) throw unknownTable(table);
    await writeRows(target, shape, columns, rows);
  }
  for (const counter of loading.counters) await setCounter(target, counter);
  for (const { table, name, definition } of keys) {
    await target.script(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  }
  if (loading.storageSpace !== null && tables.has("storage_space")) {
    await target.query(sql`UPDATE storage_space SET space = ${loading.storageSpace}::uuid`);
  }
  if (lacking.length > 0) await migrate(target, [...had, ...lacking]);
}

function requireColumns(shape: TableShape | undefined, table: string, columns: readonly string[]): void {
  if (shape === undefined) throw unknownTable(table);
  const known = new Set(shape.columns.map(({ name }) => name));
  const unknown = columns.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new HindsightError(
    "bad_argument",
    `The archive has columns that table ${table} of its schema does not have: ${unknown.join(", ")}.`,
  );
}

function unknownTable(table: string): HindsightError {
  return new HindsightError("bad_argument", `The archive has rows of a table that its schema does not have: ${table}.`);
}
