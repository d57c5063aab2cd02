import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** True for an alias that a memory has, or that brought others along: what a split can make an entity again. */
export async function isHad(db: Db, bank: BankScope, aliasId: string): Promise<boolean> {
  const { rows } = await db.query<{ had: boolean }>(sql`
    SELECT EXISTS (SELECT FROM alias_mention AS mention WHERE mention.bank_id = ${bank.key} AND mention.alias_id = ${aliasId}::uuid)
      OR EXISTS (SELECT FROM entity_alias AS other WHERE other.bank_id = ${bank.key} AND ${aliasId}::uuid = ANY(other.path)) AS had`);
  return rows[0]?.had ?? false;
}
