import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes those of these entities that no memory mentions any more. */
export async function deleteUnmentionedEntities(tx: Db, bank: BankScope, entityIds: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM entity WHERE bank_id = ${bank.key} AND id = ANY(${entityIds}::uuid[])
      AND NOT EXISTS (SELECT FROM memory_entity AS mentions WHERE mentions.bank_id = entity.bank_id AND mentions.entity_id = entity.id)`);
  return affected;
}
