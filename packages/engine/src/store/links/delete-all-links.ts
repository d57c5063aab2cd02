import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes all links of a bank. */
export async function deleteAllLinks(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM link WHERE bank_id = ${bank.key}`);
  return affected;
}
