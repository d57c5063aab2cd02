import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes an alias that no memory has, in use or not. Returns 0 and leaves it where one has it: then it is to be split off. */
export async function deleteBareAlias(tx: Db, bank: BankScope, aliasId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM entity_alias AS a WHERE a.bank_id = ${bank.key} AND a.id = ${aliasId}::uuid
      AND NOT EXISTS (SELECT FROM alias_mention AS mention WHERE mention.bank_id = ${bank.key} AND mention.alias_id = a.id)
      AND NOT EXISTS (SELECT FROM invalidated_memory AS m WHERE m.bank_id = ${bank.key} AND m.mentions @> jsonb_build_array(jsonb_build_object('id', a.id)))
      AND NOT EXISTS (SELECT FROM entity_alias AS other WHERE other.bank_id = ${bank.key} AND a.id = ANY(other.path))`);
  return affected;
}
