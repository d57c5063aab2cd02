import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Which entity of the bank has each of these names, by its own name or because a caller said so; names that nobody has are missing. */
export async function findEntitiesByKey(db: Db, bank: BankScope, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ name_key: string; id: string }>(sql`
    SELECT name_key, entity_id AS id FROM entity_alias WHERE bank_id = ${bank.key} AND name_key = ANY(${keys}::text[])
    UNION ALL
    SELECT name_key, id FROM entity WHERE bank_id = ${bank.key} AND name_key = ANY(${keys}::text[])`);
  return new Map(rows.map((row) => [row.name_key, row.id]));
}
