import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Gives the memories out of use that are at home in a document these tags, beside those of their labels. */
export async function retagInvalidated(tx: Db, bank: BankScope, documentId: string, tags: readonly string[]): Promise<number> {
  const { affected } = await tx.query(sql`
    UPDATE invalidated_memory
    SET tags = ${tags}::text[] || ARRAY(SELECT label FROM unnest(label_tags) AS label WHERE label <> ALL(${tags}::text[]))
    WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return affected;
}
