import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Notes that the memories of a bank changed now. */
export async function touchBank(tx: Db, bank: BankScope): Promise<void> {
  await tx.query(sql`UPDATE bank SET last_write_at = now() WHERE bank_id = ${bank.key}`);
}
