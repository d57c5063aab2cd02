// The databases that a server can have, each empty and in the form of its settings: for tests that open engines or servers by `env` themselves.
// In: which. Out: a new one at each call, and its end. PostgreSQL only where there is one.

import { rm } from "node:fs/promises";
import { freshDataDir, freshPostgres, testPostgresUrl } from "./database.js";

export interface ServerDatabase {
  readonly env: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

export async function freshServerDatabase(engine: "pglite" | "postgres"): Promise<ServerDatabase> {
  if (engine === "postgres") {
    const { url, drop } = await freshPostgres();
    return { env: { HINDSIGHT_API_DATABASE_URL: url }, drop };
  }
  const dataDir = await freshDataDir();
  return { env: { HINDSIGHT_DATA_DIR: dataDir }, drop: () => rm(dataDir, { recursive: true, force: true }) };
}

export const SERVER_DATABASES = (["pglite", "postgres"] as const)
  .filter((name) => name === "pglite" || testPostgresUrl() !== null)
  .map((name) => ({ name, database: () => freshServerDatabase(name) }));
