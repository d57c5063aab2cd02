import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes mentions whose memory or whose entity is gone. */
export async function deleteStrayMentions(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM memory_entity x WHERE x.bank_id = ${bank.key}
      AND (NOT EXISTS (SELECT FROM memory m WHERE m.bank_id = ${bank.key} AND m.memory_no = x.memory_no)
        OR NOT EXISTS (SELECT FROM entity e WHERE e.bank_id = ${bank.key} AND e.id = x.entity_id))`);
  return affected;
}
