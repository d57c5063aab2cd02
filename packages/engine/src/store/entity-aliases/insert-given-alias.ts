import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Gives an entity another name, of the entity's own kind; it is an alias from then on, had by a memory or not. The name is nobody's: `findNamesByKey`. */
export async function insertGivenAlias(
  tx: Db,
  bank: BankScope,
  alias: { readonly id: string; readonly entityId: string; readonly name: string; readonly key: string },
): Promise<number> {
  const { affected } = await tx.query(sql`
    INSERT INTO entity_alias (bank_id, id, entity_id, name, name_key, kind, is_given)
    SELECT bank_id, ${alias.id}::uuid, id, ${alias.name}, ${alias.key}, kind, true FROM entity WHERE bank_id = ${bank.key} AND id = ${alias.entityId}::uuid`);
  return affected;
}
