import { type Db, sql } from "../db.js";

export interface DatabaseFacts {
  /** server_version_num: 180003. */
  readonly serverVersion: number;
  readonly vectorVersion: string | null;
  readonly migrations: readonly { readonly version: number; readonly name: string; readonly checksum: string }[];
  /** Name below which the database's objects lie in object storage; null before the migration that made it. */
  readonly storageSpace: string | null;
}

/** Makes the transaction see one moment to its end, and write nothing. Must be its first statement. */
export async function openSnapshot(tx: Db): Promise<void> {
  await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
}

/** True when the current schema has our tables and at least one bank in them. */
export async function holdsBanks(tx: Db): Promise<boolean> {
  const { rows } = await tx.query<{ there: boolean }>(sql`SELECT EXISTS (
    SELECT FROM pg_class WHERE relname = 'bank' AND relkind IN ('r', 'p') AND relnamespace = to_regnamespace(quote_ident(current_schema()))) AS there`);
  if (rows[0]?.there !== true) return false;
  return (await tx.query<{ some: boolean }>(sql`SELECT EXISTS (SELECT FROM bank) AS some`)).rows[0]?.some ?? false;
}

/** What a manifest says of a database. The schema must have our tables. */
export async function readDatabaseFacts(tx: Db): Promise<DatabaseFacts> {
  const { rows } = await tx.query<{ server: number; vector: string | null; spaces: boolean }>(sql`
    SELECT current_setting('server_version_num')::integer AS server, (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector,
      EXISTS (SELECT FROM pg_class WHERE relname = 'storage_space' AND relnamespace = to_regnamespace(quote_ident(current_schema()))) AS spaces`);
  const { server = 0, vector = null, spaces = false } = rows[0] ?? {};
  const migrations = await tx.query<DatabaseFacts["migrations"][number]>(sql`
    SELECT version, name, checksum FROM schema_migration ORDER BY version`);
  const space = spaces ? ((await tx.query<{ space: string }>(sql`SELECT space FROM storage_space`)).rows[0]?.space ?? null) : null;
  return { serverVersion: server, vectorVersion: vector, migrations: migrations.rows, storageSpace: space };
}
