import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Withholds what models say, since a memory that they were written from is deleted: content, structure and answer are gone at once with what finds the
 * models by them. As after a clear, the next refresh writes all of it anew.
 */
export async function withholdModels(tx: Db, bank: BankScope, modelIds: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`
    WITH terms AS (DELETE FROM mental_model_term WHERE bank_id = ${bank.key} AND id = ANY(${modelIds}::text[])),
      vectors AS (DELETE FROM mental_model_vector WHERE bank_id = ${bank.key} AND id = ANY(${modelIds}::text[]))
    UPDATE mental_model
    SET content = '', structure = NULL, reflect_response = NULL, refreshed_source_query = NULL, last_memory_seen_at = NULL, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND id = ANY(${modelIds}::text[])`);
  return affected;
}
