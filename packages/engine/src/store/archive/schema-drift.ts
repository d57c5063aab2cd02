// Drift: how a schema differs from what its own migrations make.
// In: a database. Out: lines that are missing and lines that are too much; the expected ones come from a scratch database that is made and removed.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "../db.js";
import { type Migration, migrate } from "../migrate.js";
import { openEmbedded } from "../pglite/index.js";
import { ourTables } from "./catalogue.js";
import { schemaLines } from "./schema-lines.js";

export interface SchemaDrift {
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** Compares the tables of the migrations that are `applied`. Indexes of vectors are made by need, and others' tables are not ours. */
export async function schemaDrift(db: Db, applied: readonly Migration[]): Promise<SchemaDrift> {
  const tables = new Set(ourTables(applied));
  const ours = (line: string): boolean => tables.has(line.slice(0, line.indexOf(" "))) && !/\bmemory_vector_hnsw_\d+_\d+\b/.test(line);
  // Places of columns differ where a version dropped one, and mean nothing.
  const placeless = (line: string): string => line.replace(/^(\w+ column) \d+ /, "$1 ");
  const expected = new Set((await expectedLines(applied)).filter(ours).map(placeless));
  const found = new Set((await schemaLines(db)).filter(ours).map(placeless));
  return { missing: [...expected].filter((line) => !found.has(line)), extra: [...found].filter((line) => !expected.has(line)) };
}

/** By the migrations: every tenant of a server has the same. */
const known = new Map<string, Promise<readonly string[]>>();

function expectedLines(applied: readonly Migration[]): Promise<readonly string[]> {
  const key = applied.map(({ checksum }) => checksum).join();
  const lines = known.get(key) ?? makeLines(applied);
  known.set(key, lines);
  return lines;
}

async function makeLines(applied: readonly Migration[]): Promise<readonly string[]> {
  const parent = mkdtempSync(join(tmpdir(), "hindsight-schema-"));
  try {
    const scratch = await openEmbedded({ folder: join(parent, "db") }, () => {
      throw new Error("A scratch database is asked for no capabilities.");
    });
    try {
      await migrate(scratch, applied);
      return await schemaLines(scratch);
    } finally {
      await scratch.close();
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
