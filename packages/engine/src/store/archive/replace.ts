import { type Db, sql } from "../db.js";
import { listTables, quoted } from "./catalogue.js";

/** Makes the schema where there is none. */
export async function makeSchema(tx: Db, schema: string): Promise<void> {
  if (schema !== "public") await tx.query({ text: `CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`, values: [] });
}

/** Drops those of the tables that the current schema has, with their rows. Nothing of others goes: what stands on them makes it fail. */
export async function dropTables(tx: Db, names: readonly string[]): Promise<number> {
  const there = (await listTables(tx, names)).map(({ name }) => quoted(name));
  if (there.length > 0) await tx.query({ text: `DROP TABLE ${there.join(", ")}`, values: [] });
  return there.length;
}

/** Other connections of Hindsight to this database: servers and workers. */
export async function countOtherConnections(tx: Db): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(sql`
    SELECT count(*)::integer AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'hindsight' AND pid <> pg_backend_pid()`);
  return rows[0]?.n ?? 0;
}
