import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Has a model say what a caller says, as the answer to its question. How far its refreshes have looked stays, and so does what they read: the words may be
 * theirs. What its last reflection came to goes, since it came to something else. False when the bank has no such model.
 */
export async function writeModelContent(tx: Db, bank: BankScope, id: string, content: string): Promise<boolean> {
  const { affected } = await tx.query(sql`
    UPDATE mental_model SET content = ${content}, structure = NULL, reflect_response = NULL, refreshed_source_query = source_query,
      updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND id = ${id}`);
  return affected > 0;
}
