import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface KeptAttachment {
  readonly documentId: string;
  readonly id: string;
}

/** Takes from documents the attachments that their new versions do not hold: one statement, however many documents a write replaces. */
export async function deleteOtherAttachments(
  tx: Db,
  bank: BankScope,
  documentIds: readonly string[],
  kept: readonly KeptAttachment[],
): Promise<void> {
  await tx.query(sql`
    DELETE FROM attachment AS a
    WHERE a.bank_id = ${bank.key} AND a.document_id = ANY(${documentIds}::text[])
      AND NOT EXISTS (
        SELECT 1 FROM unnest(${kept.map((one) => one.documentId)}::text[], ${kept.map((one) => one.id)}::text[]) AS k(document_id, attachment_id)
        WHERE k.document_id = a.document_id AND k.attachment_id = a.attachment_id)`);
}
