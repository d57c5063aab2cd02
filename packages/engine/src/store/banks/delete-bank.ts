import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the bank's own row; its foreign keys take along whatever still hangs on it. False when it was gone. */
export async function deleteBank(tx: Db, bank: BankScope): Promise<boolean> {
  const { affected } = await tx.query(sql`DELETE FROM bank WHERE bank_id = ${bank.key}`);
  return affected > 0;
}
