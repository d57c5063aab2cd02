// What a schema consists of, as the database itself says it: our tables with their columns, the counters behind identities, the foreign keys.
// In: a connection whose search path begins with the schema. Out: plain descriptions; nothing is changed.
// Tables of others in the same schema are not seen: ours are those that the migrations make.

import { PUBLIC_SCHEMA } from "../../domain/tenants.js";
import { HindsightError } from "../../errors.js";
import { type Db, sql } from "../db.js";
import type { Migration } from "../migrate.js";

export interface TableColumn {
  readonly name: string;
  /** As PostgreSQL writes it: "timestamp with time zone", "text[]", "vector". */
  readonly type: string;
}

export interface TableShape {
  readonly name: string;
  /** Without those that the database computes. */
  readonly columns: readonly TableColumn[];
}

/** Counter of an identity column. */
export interface Counter {
  readonly table: string;
  readonly column: string;
  /** The last number given out; as text, since it is a bigint. */
  readonly last: string;
  /** False: no number was given out yet. */
  readonly isUsed: boolean;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  /** "FOREIGN KEY (…) REFERENCES …". */
  readonly definition: string;
}

/** Names of the tables that the migrations make, the list of migrations itself included. */
export function ourTables(migrations: readonly Pick<Migration, "text">[]): readonly string[] {
  const made = migrations.flatMap(({ text }) =>
    [...text.replace(/--.*$/gm, "").matchAll(/^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gim)].map(([, name = ""]) => name),
  );
  return [...new Set(["schema_migration", ...made])];
}

/** True for tables whose rows no archive holds: notes of what changed, which triggers make anew. */
export const isPassing = (table: string): boolean => table === "bank_change";

/** An identifier as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Makes `schema` the one that names mean, to the end of the transaction; behind it comes the one that pgvector's types lie in. Throws `bad_argument`
 * when there is none: names would mean the tables of the other.
 */
export async function enterSchema(tx: Db, schema: string): Promise<void> {
  await requireSchema(tx, schema);
  await tx.query(sql`SELECT set_config('search_path', quote_ident(${schema}::text) || coalesce((
    SELECT ', ' || quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'), ''), true)`);
}

/** Throws `bad_argument` when the database has no such schema. */
export async function requireSchema(db: Db, schema: string): Promise<void> {
  const { rows } = await db.query<{ there: boolean }>(sql`SELECT to_regnamespace(quote_ident(${schema}::text)) IS NOT NULL AS there`);
  if (rows[0]?.there !== true) throw new HindsightError("bad_argument", `The database has no schema "${schema}". Check --schema.`);
}

/** Schemas that hold our tables, `home` first. */
export async function listSchemas(db: Db, home: string = PUBLIC_SCHEMA): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(sql`
    SELECT n.nspname::text AS name FROM pg_namespace n
    WHERE EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname = 'schema_migration' AND c.relkind = 'r')
      AND EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname = 'bank' AND c.relkind IN ('r', 'p'))
    ORDER BY n.nspname <> ${home}, 1`);
  return rows.map(({ name }) => name);
}

/** Those of `names` that the current schema has, with their columns in order. */
export async function listTables(db: Db, names: readonly string[]): Promise<readonly TableShape[]> {
  const { rows } = await db.query<{ name: string; columns: readonly TableColumn[] }>(sql`
    SELECT c.relname::text AS name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = to_regnamespace(quote_ident(current_schema())) AND c.relname = ANY(${names}::text[])
    GROUP BY c.relname ORDER BY c.relname`);
  return rows;
}

/** Where the counters of these tables stand. */
export async function listCounters(db: Db, names: readonly string[]): Promise<readonly Counter[]> {
  const { rows } = await db.query<{ table: string; column: string; sequence: string }>(sql`
    SELECT c.relname::text AS table, a.attname::text AS column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity <> ''
    WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema())) AND c.relname = ANY(${names}::text[]) ORDER BY 1, 2`);
  const counters: Counter[] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await db.query<{ last: string; isUsed: boolean }>({
      text: `SELECT last_value::text AS last, is_called AS "isUsed" FROM ${sequence}`,
      values: [],
    });
    if (found[0] !== undefined) counters.push({ table, column, ...found[0] });
  }
  return counters;
}

/** Sets a counter to where it stood. */
export async function setCounter(db: Db, { table, column, last, isUsed }: Counter): Promise<void> {
  await db.query(sql`SELECT setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last}::bigint, ${isUsed}::boolean)`);
}

/** The foreign keys of these tables. */
export async function listForeignKeys(db: Db, names: readonly string[]): Promise<readonly ForeignKey[]> {
  const { rows } = await db.query<ForeignKey>(sql`
    SELECT c.relname::text AS table, k.conname::text AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND c.relnamespace = to_regnamespace(quote_ident(current_schema())) AND c.relname = ANY(${names}::text[]) ORDER BY 1, 2`);
  return rows;
}

/** Rows of a table as the planner estimates them, for a progress bar; 0 when it never looked. */
export async function estimateRows(db: Db, name: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    sql`SELECT greatest(0, reltuples)::bigint AS n FROM pg_class WHERE oid = to_regclass(quote_ident(${name}))`,
  );
  return rows[0]?.n ?? 0;
}
