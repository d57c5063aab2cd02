import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The stored text of a document; null when there is no document or its text is not kept. */
export async function readDocumentText(db: Db, bank: BankScope, documentId: string): Promise<string | null> {
  const { rows } = await db.query<{ text: string | null }>(sql`
    SELECT original_text AS text FROM document WHERE bank_id = ${bank.key} AND document_id = ${documentId}`);
  return rows[0]?.text ?? null;
}
