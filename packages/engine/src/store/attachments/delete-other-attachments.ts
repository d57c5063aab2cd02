import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** Takes from a document the attachments that its new version does not hold. */
export async function deleteOtherAttachments(tx: Db, bank: BankScope, documentId: string, kept: readonly string[]): Promise<void> {
  await tx.query(sql`
    DELETE FROM attachment
    WHERE bank_id = ${bank.key} AND document_id = ${documentId} AND attachment_id <> ALL(${kept}::text[])`);
}
