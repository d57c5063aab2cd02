import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Takes out of the histories of models, of all when null, what they said before: a memory that was in it is forgotten. That there was a change, and when,
 * stays.
 */
export async function blankModelHistories(tx: Db, bank: BankScope, modelIds: readonly string[] | null): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE mental_model_history SET previous_content = NULL, previous_reflect_response = NULL
    WHERE bank_id = ${bank.key} AND (${modelIds}::text[] IS NULL OR model_id = ANY(${modelIds}::text[]))
      AND (previous_content IS NOT NULL OR previous_reflect_response IS NOT NULL)`);
  return affected;
}
