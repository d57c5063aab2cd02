import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes all entities of a bank. */
export async function deleteAllEntities(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM entity WHERE bank_id = ${bank.key}`);
  return affected;
}
