import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Counts that memories of the bank are forgotten, in the transaction that forgets them and holds the bank's row. */
export async function noteForgetting(tx: Db, bank: BankScope): Promise<void> {
  await tx.query(sql`UPDATE bank SET forgettings = forgettings + 1 WHERE bank_id = ${bank.key}`);
}
