import type { BankScope } from "../../domain/scope.js";
import { type Database, sql, sqlStateOf } from "../db.js";
import { tagIndexName } from "../tags/create-tag-index.js";
import { vectorIndexPrefix } from "../vectors/vector-index.js";

/** Drops the graphs and the tag index of a bank that is gone; where others work meanwhile, without making them wait. Returns how many there were. */
export async function dropSearchIndexes(db: Database, bank: BankScope): Promise<number> {
  const { rows } = await db.query<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE (starts_with(c.relname, ${vectorIndexPrefix(bank)}) OR c.relname = ${tagIndexName(bank)})
      AND c.relnamespace = current_schema()::regnamespace`);
  const concurrently = db.capabilities.concurrent ? "CONCURRENTLY" : "";
  for (const { name } of rows) await drop(db, `DROP INDEX ${concurrently} IF EXISTS "${name}"`);
  return rows.length;
}

/** SQLSTATE of "tuple concurrently updated": the index was still being built when the drop began, and is there now. */
const CHANGED_MEANWHILE = "XX000";
const TRIES = 3;

async function drop(db: Database, statement: string, tries = TRIES): Promise<void> {
  try {
    await db.script(statement);
  } catch (error) {
    if (tries <= 1 || (sqlStateOf(error) ?? sqlStateOf(error instanceof Error ? error.cause : null)) !== CHANGED_MEANWHILE) throw error;
    await drop(db, statement, tries - 1);
  }
}
