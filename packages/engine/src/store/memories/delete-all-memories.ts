import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes all memories of a bank. What hangs on them goes by foreign key, row by row: delete it set-wise before, where there may be much. */
export async function deleteAllMemories(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM memory WHERE bank_id = ${bank.key}`);
  return affected;
}
