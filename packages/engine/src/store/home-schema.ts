// The home schema: where the banks of a server lie, with the list of its tenants and keys.
// In: a database as its connections were opened, and the name of HINDSIGHT_API_DATABASE_SCHEMA. Out: the same connections in that schema.

import { PUBLIC_SCHEMA } from "../domain/tenants.js";
import { HindsightError } from "../errors.js";
import { createSchema, schemaState } from "./create-schema.js";
import { type Database, sqlStateOf } from "./db.js";
import { type Migration, pendingMigrations } from "./migrate.js";

/** `public` is what connections begin in, also where their URL says otherwise. To close the view closes the connections. */
export function inHome(db: Database, schema: string): Database {
  if (schema === PUBLIC_SCHEMA) return db;
  return Object.create(db.inSchema(schema), { close: { value: () => db.close() } }) as Database;
}

/** Makes the home schema when it is missing. Throws `configuration_invalid` for one of another program, and where this user may not make it. */
export async function makeHome(db: Database, schema: string): Promise<void> {
  if (schema === PUBLIC_SCHEMA) return;
  try {
    await createSchema(db, schema);
  } catch (cause) {
    const isForeign = cause instanceof HindsightError && cause.code === "bad_argument";
    if (!isForeign && sqlStateOf(cause) !== "42501") throw cause;
    const why = isForeign
      ? cause.message
      : "This user of the database may not make it, or not use it. Make it with a user who may (CREATE SCHEMA … AUTHORIZATION …).";
    throw new HindsightError("configuration_invalid", `HINDSIGHT_API_DATABASE_SCHEMA is "${schema}". ${why}`, { cause });
  }
}

/** What a migration of the home schema would apply: everything where there is no such schema yet. */
export async function pendingOfHome(db: Database, schema: string, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  if (schema !== PUBLIC_SCHEMA && !(await schemaState(db, schema)).isThere) return migrations;
  return pendingMigrations(inHome(db, schema), migrations);
}
