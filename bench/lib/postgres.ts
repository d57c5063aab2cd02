// A database of a bench's own on a PostgreSQL server.
// In: the server's URL; by default that of `node scripts/test-postgres.mjs start`. Out: the URL of a new database, dropped at the end.

import { execFileSync } from "node:child_process";
import path from "node:path";
import pg from "pg";
import { repository } from "./server.js";

export interface BenchDatabase {
  readonly url: string;
  /** Whether a commit waits for the disk: a figure without it is no figure of a server that keeps what it has acknowledged. */
  readonly fsync: string;
  drop(): Promise<void>;
}

export async function openDatabase(serverUrl?: string): Promise<BenchDatabase> {
  const admin = serverUrl ?? testServer();
  const name = `hindsight_bench_${process.pid}_${Date.now()}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  const { rows } = await client.query<{ fsync: string }>("SHOW fsync");
  await client.end();
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    fsync: rows[0]?.fsync ?? "unknown",
    async drop() {
      const last = new pg.Client({ connectionString: admin });
      await last.connect();
      await last.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await last.end();
    },
  };
}

function testServer(): string {
  return execFileSync(process.execPath, [path.join(repository, "scripts/test-postgres.mjs"), "start"], { encoding: "utf8" }).trim();
}
