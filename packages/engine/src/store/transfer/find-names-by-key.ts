import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** A name that an entity of a bank has. */
export interface HadName {
  readonly key: string;
  readonly entityId: string;
  readonly isLabel: boolean;
  /** The alias that the name is; null for the entity's own. */
  readonly aliasId: string | null;
  /** What the alias came through, the first first. */
  readonly path: readonly string[];
}

/** Which entities of the bank have these names, by their own or because a caller said so; names that nobody has are missing. */
export async function findNamesByKey(db: Db, bank: BankScope, keys: readonly string[]): Promise<readonly HadName[]> {
  const { rows } = await db.query<HadName>(sql`
    SELECT name_key AS key, entity_id AS "entityId", false AS "isLabel", id AS "aliasId", path
    FROM entity_alias WHERE bank_id = ${bank.key} AND name_key = ANY(${keys}::text[])
    UNION ALL
    SELECT name_key, id, is_label, NULL, '{}' FROM entity WHERE bank_id = ${bank.key} AND name_key = ANY(${keys}::text[])`);
  return rows;
}
