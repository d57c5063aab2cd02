import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface UnreadName {
  /** Of the entity or the alias that has it. */
  readonly id: string;
  readonly name: string;
}

/** Names in other scripts than Latin whose reading is not noted yet: of entities, then of aliases. By partial indexes that hold nothing else (migration 0022). */
export async function listUnreadNames(db: Db, bank: BankScope, limit: number): Promise<readonly UnreadName[]> {
  const foreign = sql`'[\\u0370-\\u1cff\\u1f00-\\u1fff\\u2e80-\\ud7ff\\uf900-\\ufaff]'`;
  const { rows } = await db.query<UnreadName>(sql`
    (SELECT id, canonical_name AS name FROM entity WHERE bank_id = ${bank.key} AND reading IS NULL AND NOT is_label AND canonical_name ~ ${foreign} ORDER BY id LIMIT ${limit})
    UNION ALL
    (SELECT id, name FROM entity_alias WHERE bank_id = ${bank.key} AND reading IS NULL AND name ~ ${foreign} ORDER BY id LIMIT ${limit})`);
  return rows;
}
