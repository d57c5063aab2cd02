import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Takes out what a model says and what it stands on, so that the next refresh writes all of it anew; false when the bank has no such model. */
export async function clearMentalModel(tx: Db, bank: BankScope, id: string): Promise<boolean> {
  const { affected } = await tx.query(sql`
    WITH sources AS (DELETE FROM mental_model_source WHERE bank_id = ${bank.key} AND model_id = ${id})
    UPDATE mental_model
    SET content = '', structure = NULL, reflect_response = NULL, refreshed_source_query = NULL, last_memory_seen_at = NULL, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND id = ${id}`);
  return affected > 0;
}
