// Filling a schema from an archive.
// In: a target without our tables, and the archive's rows. Out: the schema of the archive, filled; then brought to this version by the migrations.
// Foreign keys are taken off while rows come in, so that no order of tables matters, and put back at the end, which checks every row. Triggers are off too.

import { HindsightError } from "../../errors.js";
import { type Database, sql } from "../db.js";
import { type Migration, migrate } from "../migrate.js";
import { type Counter, listForeignKeys, listTables, ourTables, quoted, setCounter, type TableShape } from "./catalogue.js";
import type { TextRow } from "./read-rows.js";
import { writeRows } from "./write-rows.js";

/** One schema: names without a schema mean its tables. */
export type LoadTarget = Pick<Database, "query" | "script">;

export interface LoadPlan {
  /** Migrations that the archive's schema has, in order; then those that it lacks. */
  readonly had: readonly Migration[];
  readonly lacking: readonly Migration[];
  /** Columns of each table's rows, by the table's name. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly counters: readonly Counter[];
  /** The storage space that the database gets; null leaves the archive's. */
  readonly storageSpace: string | null;
  /** For a schema that gets another name: the tenant of its keys and settings goes with it. */
  readonly renamed: { readonly from: string; readonly to: string } | null;
}

export interface Load {
  /** Takes rows of one table, in any order of tables. Throws `bad_argument` for a table that the schema does not have. */
  write(table: string, rows: readonly TextRow[]): Promise<void>;
  /** Makes the schema whole: keys, counters, the migrations that the archive lacked. */
  finish(): Promise<void>;
}

/** Makes the schema, empty. Throws `bad_argument` for rows of a table or column that the schema does not have. */
export async function beginLoad(target: LoadTarget, plan: LoadPlan): Promise<Load> {
  const { had, lacking, columns } = plan;
  await migrate(target, had);
  const names = ourTables(had);
  const tables = new Map((await listTables(target, names)).map((table) => [table.name, table]));
  for (const [table, wanted] of columns) requireColumns(tables.get(table), table, wanted);
  const keys = await listForeignKeys(target, names);
  for (const { table, name } of keys) await target.script(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  // What triggers write (in which languages a bank was written) comes with the rows, and would be there twice.
  for (const name of tables.keys()) await target.script(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
  // What migrations themselves put in comes from the archive as well.
  for (const name of columns.keys()) await target.script(`DELETE FROM ${quoted(name)}`);
  return {
    async write(table, rows) {
      const [shape, wanted] = [tables.get(table), columns.get(table)];
      if (shape === undefined || wanted === undefined) throw unknownTable(table);
      await writeRows(target, shape, wanted, rows);
    },
    async finish() {
      for (const name of tables.keys()) await target.script(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
      for (const counter of plan.counters) await setCounter(target, counter);
      for (const { table, name, definition } of keys) {
        await target.script(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`);
      }
      if (plan.storageSpace !== null && tables.has("storage_space")) {
        await target.query(sql`UPDATE storage_space SET space = ${plan.storageSpace}::uuid`);
      }
      for (const table of plan.renamed === null ? [] : ["tenant", "api_key"].filter((name) => tables.has(name))) {
        const { from, to } = plan.renamed as { readonly from: string; readonly to: string };
        await target.query({ text: `UPDATE ${quoted(table)} SET schema_name = $1 WHERE schema_name = $2`, values: [to, from] });
      }
      if (lacking.length > 0) await migrate(target, [...had, ...lacking]);
    },
  };
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
