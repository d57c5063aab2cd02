import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes an entity that is an alias of another by now, with its ties to memories, which the other has. */
export async function deleteMerged(tx: Db, bank: BankScope, entityId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH ties AS (DELETE FROM memory_entity WHERE bank_id = ${bank.key} AND entity_id = ${entityId}::uuid)
    DELETE FROM entity WHERE bank_id = ${bank.key} AND id = ${entityId}::uuid`);
  return affected;
}
