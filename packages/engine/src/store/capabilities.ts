// What the connected database can do, asked once at start.

import { HindsightError } from "../errors.js";
import { type Capabilities, type Db, sql } from "./db.js";

/** Reads the versions; throws `configuration_invalid` when PostgreSQL is older than 15 or pgvector is missing. */
export async function probeCapabilities(db: Db, engine: Capabilities["engine"]): Promise<Capabilities> {
  const { rows } = await db.query<{ server: number; vector: string | null }>(sql`
    SELECT current_setting('server_version_num')::int AS server,
           (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector`);
  const { server = 0, vector = null } = rows[0] ?? {};
  if (server < 150_000) {
    throw new HindsightError("configuration_invalid", `PostgreSQL ${Math.floor(server / 10_000)} is too old; Hindsight needs 15 or newer.`);
  }
  if (vector === null) throw new HindsightError("configuration_invalid", "The extension pgvector is missing in this database.");
  const [major = 0, minor = 0] = vector.split(".").map(Number);
  return Object.freeze({
    engine,
    serverVersion: server,
    vectorVersion: vector,
    iterativeScan: major > 0 || minor >= 8,
    halfVectors: major > 0 || minor >= 7,
    concurrent: engine === "postgres",
  });
}
