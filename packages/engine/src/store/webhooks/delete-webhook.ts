import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes a webhook; false when the bank has none of that id. */
export async function deleteWebhook(tx: Db, bank: BankScope, id: string): Promise<boolean> {
  const { affected } = await tx.query(sql`DELETE FROM webhook WHERE bank_id = ${bank.key} AND id = ${id}::uuid`);
  return affected > 0;
}
