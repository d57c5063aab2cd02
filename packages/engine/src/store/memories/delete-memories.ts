import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Deletes memories by number. Vectors, queue rows and links go with them by foreign key; postings and mentions do not (`deletePostings`, `deleteMentions` first). */
export async function deleteMemories(tx: Db, bank: BankScope, numbers: readonly number[]): Promise<number> {
  const { affected } = await tx.query(sql`DELETE FROM memory WHERE bank_id = ${bank.key} AND memory_no = ANY(${numbers}::integer[])`);
  return affected;
}
