import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Gives a bank another id, which the caller holds (`lockBankName`); a bank that is called by its id is called by the new one. */
export async function renameBank(tx: Db, bank: BankScope, bankId: string): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE bank SET external_id = ${bankId}, name = CASE WHEN name = external_id THEN ${bankId} ELSE name END, updated_at = now()
    WHERE bank_id = ${bank.key}`);
  return affected;
}
