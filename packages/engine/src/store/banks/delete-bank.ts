import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the bank's own row; its foreign keys take along whatever still hangs on it but the notes of what changed, which have none. False when it was gone. */
export async function deleteBank(tx: Db, bank: BankScope): Promise<boolean> {
  const { affected } = await tx.query(sql`
    WITH notes AS (DELETE FROM bank_change WHERE bank_id = ${bank.key}) DELETE FROM bank WHERE bank_id = ${bank.key}`);
  return affected > 0;
}
