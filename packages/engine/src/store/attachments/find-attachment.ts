import type { Attachment } from "../../domain/attachments.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** The attachment of that id in any document of the bank, or null. */
export async function findAttachment(db: Db, bank: BankScope, attachmentId: string): Promise<Attachment | null> {
  const { rows } = await db.query<Attachment>(sql`
    SELECT attachment_id AS id, hash, kind, media_type AS "mediaType", byte_size AS "byteSize", filename
    FROM attachment WHERE bank_id = ${bank.key} AND attachment_id = ${attachmentId}
    ORDER BY created_at, document_id LIMIT 1`);
  return rows[0] ?? null;
}
