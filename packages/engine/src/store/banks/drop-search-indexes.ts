import type { BankScope } from "../../domain/scope.js";
import { type Database, sql } from "../db.js";
import { tagIndexName } from "../tags/create-tag-index.js";
import { vectorIndexPrefix } from "../vectors/vector-index.js";

/** Drops the graphs and the tag index of a bank that is gone; where others work meanwhile, without making them wait. Returns how many there were. */
export async function dropSearchIndexes(db: Database, bank: BankScope): Promise<number> {
  const { rows } = await db.query<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE (starts_with(c.relname, ${vectorIndexPrefix(bank)}) OR c.relname = ${tagIndexName(bank)})
      AND c.relnamespace = current_schema()::regnamespace`);
  const concurrently = db.capabilities.concurrent ? "CONCURRENTLY" : "";
  for (const { name } of rows) await db.script(`DROP INDEX ${concurrently} IF EXISTS "${name}"`);
  return rows.length;
}
