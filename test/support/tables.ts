// The tables behind a test server, for stories of what is stored rather than of what is shown.
// In: settings. Out: a server, and the rows of its banks, read on the server's own connection: an embedded database is open once only.

import { vi } from "vitest";
import { type Database, sql } from "../../packages/engine/src/store/db.js";
import * as opening from "../../packages/engine/src/store/open-database.js";
import { everyRow } from "../../packages/engine/test/support/filled-bank.js";
import { openServer, type TestEngine, type TestServer } from "./server.js";

export interface Tables {
  readonly db: Database;
  /** The key of a bank by its id. */
  key(bankId: string): Promise<number>;
  /** Every row of a bank, as text, by table. */
  rows(bankId: string): Promise<Readonly<Record<string, readonly string[]>>>;
}

/** A server like `openServer`'s, with the tables behind it. */
export async function openServerWithTables(
  env: Readonly<Record<string, string>>,
  engine: TestEngine,
): Promise<{ readonly server: TestServer; readonly tables: Tables }> {
  const opened: Database[] = [];
  const { openDatabase } = opening;
  const watch = vi.spyOn(opening, "openDatabase").mockImplementation(async (options) => {
    const database = await openDatabase(options);
    opened.push(database);
    return database;
  });
  try {
    const server = await openServer(env, engine);
    const [db, ...others] = opened;
    if (db === undefined || others.length > 0) throw new Error(`The server opened ${opened.length} databases.`);
    return { server, tables: tablesOf(db) };
  } finally {
    watch.mockRestore();
  }
}

function tablesOf(db: Database): Tables {
  const key = async (bankId: string): Promise<number> => {
    const { rows } = await db.query<{ key: number }>(sql`SELECT bank_id AS key FROM bank WHERE external_id = ${bankId}`);
    if (rows[0] === undefined) throw new Error(`There is no bank '${bankId}'.`);
    return rows[0].key;
  };
  return { db, key, rows: async (bankId) => everyRow(db, await key(bankId)) };
}
