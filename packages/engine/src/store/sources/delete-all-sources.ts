import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes the sources of all memories of a bank. */
export async function deleteAllSources(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM memory_source WHERE bank_id = ${bank.key}`);
  return affected;
}
