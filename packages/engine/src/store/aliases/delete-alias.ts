import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Removes an alias of the bank; false when it has none of that name. */
export async function deleteAlias(db: Db, bank: BankScope, alias: string): Promise<boolean> {
  const { affected } = await db.query(sql`DELETE FROM bank_alias WHERE bank_id = ${bank.key} AND alias = ${alias}`);
  return affected > 0;
}
