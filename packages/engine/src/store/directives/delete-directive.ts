import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes a directive; false when the bank has none of that id. */
export async function deleteDirective(db: Db, bank: BankScope, id: string): Promise<boolean> {
  const { affected } = await db.query(sql`DELETE FROM directive WHERE bank_id = ${bank.key} AND id = ${id}::uuid`);
  return affected > 0;
}
