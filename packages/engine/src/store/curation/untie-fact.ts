import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Unties a memory from some of its entities, and from their aliases. */
export async function untieFact(tx: Db, bank: BankScope, memoryNo: number, entityIds: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH by_alias AS (
      DELETE FROM alias_mention WHERE bank_id = ${bank.key} AND memory_no = ${memoryNo} AND alias_id = ANY(ARRAY(
        SELECT id FROM entity_alias WHERE bank_id = ${bank.key} AND entity_id = ANY(${entityIds}::uuid[])))
    )
    DELETE FROM memory_entity WHERE bank_id = ${bank.key} AND memory_no = ${memoryNo} AND entity_id = ANY(${entityIds}::uuid[])`);
  return affected;
}
