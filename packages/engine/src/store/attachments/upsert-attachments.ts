import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import type { DocumentAttachment } from "./list-attachments.js";

/** Notes the attachments of documents. The same one again takes the newer file name and media type. */
export async function upsertAttachments(tx: Db, bank: BankScope, rows: readonly DocumentAttachment[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO attachment (bank_id, document_id, attachment_id, hash, kind, media_type, byte_size, filename)
    SELECT ${bank.key}, r.* FROM unnest(
      ${rows.map((row) => row.documentId)}::text[], ${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.hash)}::text[],
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.mediaType)}::text[], ${rows.map((row) => row.byteSize)}::integer[],
      ${rows.map((row) => row.filename)}::text[]
    ) AS r(document_id, attachment_id, hash, kind, media_type, byte_size, filename)
    ON CONFLICT (bank_id, document_id, attachment_id)
    DO UPDATE SET hash = EXCLUDED.hash, kind = EXCLUDED.kind, media_type = EXCLUDED.media_type, byte_size = EXCLUDED.byte_size, filename = EXCLUDED.filename`);
}
