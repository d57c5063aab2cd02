import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/**
 * Takes the texts out of the recorded calls that may hold words of a document: all but those that name another document alone; null is every call of
 * the bank; with `namedOnly` those alone that name it. Tokens, times and costs stay. Returns how many calls lost their texts.
 */
export async function forgetLlmTexts(
  tx: Db,
  bank: BankScope,
  documentId: string | null,
  { namedOnly }: { readonly namedOnly: boolean } = { namedOnly: false },
): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE llm_request SET input = NULL, output = NULL, metadata = '{}', llm_info = llm_info || '{"forgotten": true}'::jsonb,
      error = CASE WHEN error IS NOT NULL THEN 'forgotten with what it was about' END
    WHERE bank_id = ${bank.key} AND (input IS NOT NULL OR output IS NOT NULL OR error IS NOT NULL)
      AND (${documentId}::text IS NULL OR (NOT ${namedOnly}::boolean AND NOT metadata ? 'document_id') OR metadata ->> 'document_id' = ${documentId})
      AND NOT llm_info ? 'forgotten'`);
  return affected;
}
