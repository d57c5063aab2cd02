import type { Attachment } from "../../domain/attachments.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface DocumentAttachment extends Attachment {
  readonly documentId: string;
}

/** The attachments of documents, in order of their ids: of those documents alone, so that a text can only show what its own document holds. */
export async function listAttachments(db: Db, bank: BankScope, documentIds: readonly string[]): Promise<readonly DocumentAttachment[]> {
  const { rows } = await db.query<DocumentAttachment>(sql`
    SELECT document_id AS "documentId", attachment_id AS id, hash, kind, media_type AS "mediaType", byte_size AS "byteSize", filename
    FROM attachment WHERE bank_id = ${bank.key} AND document_id = ANY(${documentIds}::text[])
    ORDER BY document_id, attachment_id`);
  return rows;
}
