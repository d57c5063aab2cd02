import type { BankScope } from "../../domain/scope.js";
import type { Database } from "../db.js";

/**
 * Drops what a failed build left, and builds the index of a large bank's tags; where writers must not wait, concurrently with them. Without it a rare tag is found
 * by reading every memory of the bank. One index for all banks would read the tags of others, and cost every small bank its upkeep.
 */
export async function createTagIndex(db: Database, bank: BankScope): Promise<void> {
  const name = tagIndexName(bank);
  const concurrently = db.capabilities.concurrent ? "CONCURRENTLY" : "";
  await db.script(`DROP INDEX ${concurrently} IF EXISTS ${name}`);
  await db.script(`CREATE INDEX ${concurrently} IF NOT EXISTS ${name} ON memory USING gin (tags) WHERE bank_id = ${bank.key}`);
}

export function tagIndexName(bank: BankScope): string {
  return `memory_tags_${bank.key}`;
}
