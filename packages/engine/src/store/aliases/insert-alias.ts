import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Adds an alias; false when the name is a bank or an alias already. The caller holds the name (`lockBankName`). */
export async function insertAlias(tx: Db, bank: BankScope, alias: string): Promise<boolean> {
  const { affected } = await tx.query(sql`
    INSERT INTO bank_alias (bank_id, alias, created_at)
    SELECT ${bank.key}, ${alias}, clock_timestamp() WHERE NOT EXISTS (SELECT FROM bank WHERE external_id = ${alias})
    ON CONFLICT (alias) DO NOTHING`);
  return affected > 0;
}
