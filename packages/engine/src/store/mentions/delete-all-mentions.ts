import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Unties all memories of a bank from all entities. */
export async function deleteAllMentions(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM memory_entity WHERE bank_id = ${bank.key}`);
  return affected;
}
