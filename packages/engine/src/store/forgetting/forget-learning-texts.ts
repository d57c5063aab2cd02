import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Takes the texts out of the recorded calls of a bank that are not of retain: consolidation, reflection and refreshes put any memory before a model, and no
 * record says which. Tokens, times and costs stay. Returns how many calls lost their texts.
 */
export async function forgetLearningTexts(tx: Db, bank: BankScope): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE llm_request SET input = NULL, output = NULL, metadata = '{}', llm_info = llm_info || '{"forgotten": true}'::jsonb,
      error = CASE WHEN error IS NOT NULL THEN 'forgotten with what it was about' END
    WHERE bank_id = ${bank.key} AND operation <> 'retain' AND NOT llm_info ? 'forgotten'`);
  return affected;
}
