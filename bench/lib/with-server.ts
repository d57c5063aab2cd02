// A server of its own for one measurement: a new folder, and a new database where it runs on PostgreSQL; both gone at the end.
// In: the kind of database, environment, a folder for CPU profiles. Out: what the measurement gave.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Api, connect } from "./api.js";
import { openDatabase } from "./postgres.js";
import { startServer } from "./server.js";

const KINDS = ["embedded", "postgres"] as const;
export type DatabaseKind = (typeof KINDS)[number];

export function isDatabaseKind(kind: string): kind is DatabaseKind {
  return (KINDS as readonly string[]).includes(kind);
}

export interface ServerOptions {
  readonly env: Readonly<Record<string, string>>;
  /** PostgreSQL to make the database on; without it that of the tests. */
  readonly databaseUrl?: string | undefined;
  /** Folder for CPU profiles, one for each thread. */
  readonly profile?: string | undefined;
}

export interface MeasuredServer {
  readonly pid: number;
  readonly databaseUrl: string | null;
  readonly fsync: string;
}

/** Runs `work` on a server of its own, on a new database. */
export async function withServer<T>(
  kind: DatabaseKind,
  { env, databaseUrl, profile }: ServerOptions,
  work: (api: Api, server: MeasuredServer) => Promise<T>,
): Promise<T> {
  const database = kind === "postgres" ? await openDatabase(databaseUrl) : null;
  const dataDir = mkdtempSync(path.join(tmpdir(), "hindsight-bench-"));
  const onDatabase: Record<string, string> = database === null ? {} : { HINDSIGHT_API_DATABASE_URL: database.url };
  const nodeFlags = profile === undefined ? undefined : ["--cpu-prof", `--cpu-prof-dir=${path.resolve(profile, kind)}`];
  try {
    const server = await startServer({ dataDir, env: { ...env, ...onDatabase }, ...(nodeFlags && { nodeFlags }) });
    const api = connect(server.url);
    try {
      return await work(api, { pid: server.pid, databaseUrl: database?.url ?? null, fsync: database?.fsync ?? "on" });
    } finally {
      api.close();
      await server.stop();
    }
  } finally {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
