// A look at a PostgreSQL server from outside: whether it answers, and what would be missing. Creates nothing.

import { HindsightError } from "../errors.js";
import { sql } from "./db.js";
import { pendingOfHome } from "./home-schema.js";
import { listMigrations } from "./migrate.js";
import { openPostgres } from "./postgres/index.js";

export interface DatabaseLook {
  /** As the server names it: "18.1". */
  readonly version: string;
  /** Version of pgvector; null when it is not installed in this database. */
  readonly vector: string | null;
  /** Migrations that this version would apply. */
  readonly pendingMigrations: number;
}

const OLDEST_MAJOR = 15;

/** Asks the server at `url` about itself and the home schema. Throws `database_unavailable` when it does not answer within `timeoutMs`, `configuration_invalid` when it is too old. */
export async function inspectDatabase(url: string, schema: string, timeoutMs: number): Promise<DatabaseLook> {
  const db = await openPostgres({ url, statementTimeoutMs: timeoutMs, poolMax: 1, acquireTimeoutMs: timeoutMs }, () => {
    throw new Error("A look at a database asks for no capabilities.");
  });
  try {
    const { rows } = await db.query<{ version: string; vector: string | null }>(sql`
      SELECT current_setting('server_version') AS version, (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector`);
    const { version = "", vector = null } = rows[0] ?? {};
    if (Number.parseInt(version, 10) < OLDEST_MAJOR) {
      throw new HindsightError("configuration_invalid", `PostgreSQL ${version} is too old; ${OLDEST_MAJOR} or newer is needed.`);
    }
    return { version, vector, pendingMigrations: (await pendingOfHome(db, schema, await listMigrations())).length };
  } finally {
    await db.close();
  }
}
