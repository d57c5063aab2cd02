import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes links of which one end is gone. Foreign keys forbid them, so there are some only where a key is missing. */
export async function deleteStrayLinks(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`
    DELETE FROM link l WHERE l.bank_id = ${bank.key}
      AND (NOT EXISTS (SELECT FROM memory m WHERE m.bank_id = ${bank.key} AND m.memory_no = l.from_no)
        OR NOT EXISTS (SELECT FROM memory m WHERE m.bank_id = ${bank.key} AND m.memory_no = l.to_no))`);
  return affected;
}
