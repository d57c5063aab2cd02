// The schema of a tenant: made once, and told from one that belongs to another program.
// In: a name that was checked. Out: an empty schema, or one of ours; `bad_argument` for somebody else's.

import { HindsightError } from "../errors.js";
import { type Database, sql, sqlStateOf } from "./db.js";

interface SchemaState {
  readonly isOurs: boolean;
  readonly relations: number;
}

/** Makes the schema when it is missing. One that holds tables and is not ours is refused: our tables would lie between another program's. */
export async function createSchema(db: Database, name: string): Promise<void> {
  const { rows } = await db.query<SchemaState>(sql`
    SELECT to_regclass(quote_ident(${name}::text) || '.schema_migration') IS NOT NULL AS "isOurs",
      (SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(${name}::text)))::int AS relations`);
  const { isOurs = false, relations = 0 } = rows[0] ?? {};
  if (isOurs) return;
  if (relations > 0) {
    throw new HindsightError(
      "bad_argument",
      `The database has a schema '${name}' with tables of another program. Choose another name for the tenant.`,
    );
  }
  try {
    await db.script(`CREATE SCHEMA IF NOT EXISTS "${name.replaceAll('"', '""')}"`);
  } catch (error) {
    if (sqlStateOf(error) !== "23505") throw error; // else another server made it in the same moment
  }
}
