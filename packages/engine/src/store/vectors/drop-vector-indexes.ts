import type { BankScope } from "../../domain/scope.js";
import { type Database, sql } from "../db.js";
import { vectorIndexName } from "./vector-index.js";

/** Drops the graphs of a bank that is gone, of whatever model; where others work meanwhile, without making them wait. Returns how many there were. */
export async function dropVectorIndexes(db: Database, bank: BankScope): Promise<number> {
  const { rows } = await db.query<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
    WHERE starts_with(c.relname, ${vectorIndexName(bank, "")}) AND c.relnamespace = current_schema()::regnamespace`);
  const concurrently = db.capabilities.concurrent ? "CONCURRENTLY" : "";
  for (const { name } of rows) await db.script(`DROP INDEX ${concurrently} IF EXISTS "${name}"`);
  return rows.length;
}
