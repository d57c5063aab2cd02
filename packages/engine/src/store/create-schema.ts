// The schema of a tenant: made once, and told from one that belongs to another program.
// In: a name that was checked. Out: an empty schema, or one of ours; `bad_argument` for somebody else's.

import { HindsightError } from "../errors.js";
import { type Database, type Db, sql, sqlStateOf } from "./db.js";

interface SchemaState {
  readonly isThere: boolean;
  readonly isOurs: boolean;
  readonly relations: number;
}

/** Whether there is such a schema, with our tables, and how many relations it has. */
export async function schemaState(db: Db, name: string): Promise<SchemaState> {
  const { rows } = await db.query<SchemaState>(sql`
    SELECT to_regnamespace(quote_ident(${name}::text)) IS NOT NULL AS "isThere",
      to_regclass(quote_ident(${name}::text) || '.schema_migration') IS NOT NULL AS "isOurs",
      (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(${name}::text)))::int AS relations`);
  return rows[0] as SchemaState;
}

/**
 * Makes the schema when it is missing: one that an administrator made for us needs no right to make others. One that holds tables and is not ours is
 * refused: our tables would lie between another program's.
 */
export async function createSchema(db: Database, name: string): Promise<void> {
  const { isThere, isOurs, relations } = await schemaState(db, name);
  if (isOurs) return;
  if (relations > 0)
    throw new HindsightError("bad_argument", `The database has a schema '${name}' with tables of another program. Choose another name.`);
  if (isThere) return;
  try {
    await db.script(`CREATE SCHEMA IF NOT EXISTS "${name.replaceAll('"', '""')}"`);
  } catch (error) {
    if (sqlStateOf(error) !== "23505") throw error; // else another server made it in the same moment
  }
}
