import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Gives all memories of a document these tags, beside those of their labels; what was consolidated under the old ones is to be consolidated again, where anything is learnt from it. */
export async function retagMemories(tx: Db, bank: BankScope, documentId: string, tags: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE memory
    SET tags = ${tags}::text[] || ARRAY(SELECT label FROM unnest(label_tags) AS label WHERE label <> ALL(${tags}::text[])),
      consolidated_at = CASE WHEN NOT is_learnt THEN consolidated_at END, consolidation_failed_at = NULL, updated_at = clock_timestamp()
    WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return affected;
}
