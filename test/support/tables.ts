// The tables behind a test server, for stories of what is stored rather than of what is shown.
// In: in the test file `vi.mock("…/store/open-database.js", …)` with `keeping` of the module, imported inside the factory; then a server.
// Out: the rows of a bank, read on the server's own connection: an embedded database is open once only.

import { type Database, sql } from "../../packages/engine/src/store/db.js";
import { everyRow } from "../../packages/engine/test/support/filled-bank.js";

type OpenDatabase = typeof import("../../packages/engine/src/store/open-database.js");

let last: Database | null = null;

/** The module with an `openDatabase` that remembers what it opened last. */
export function keeping(module: OpenDatabase): OpenDatabase {
  return {
    ...module,
    async openDatabase(options) {
      last = await module.openDatabase(options);
      return last;
    },
  };
}

export interface Tables {
  readonly db: Database;
  /** The key of a bank by its id. */
  key(bankId: string): Promise<number>;
  /** Every row of a bank, as text, by table. */
  rows(bankId: string): Promise<Readonly<Record<string, readonly string[]>>>;
}

/** The tables of the server that was opened last. */
export function tablesOfServer(): Tables {
  const db = last;
  if (db === null) throw new Error("No database was opened: the test file mocks open-database.js, and opens a server first.");
  const key = async (bankId: string): Promise<number> => {
    const { rows } = await db.query<{ key: number }>(sql`SELECT bank_id AS key FROM bank WHERE external_id = ${bankId}`);
    if (rows[0] === undefined) throw new Error(`There is no bank '${bankId}'.`);
    return rows[0].key;
  };
  return { db, key, rows: async (bankId) => everyRow(db, await key(bankId)) };
}
