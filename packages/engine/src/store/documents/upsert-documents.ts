import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";
import { NEXT_CHANGE } from "../shapes/next-change.js";
import type { DocumentWriting } from "./read-document-heads.js";

export interface DocumentRow {
  readonly documentId: string;
  /** Null when the bank does not keep texts. */
  readonly originalText: string | null;
  readonly textLength: number;
  readonly contentHash: string;
  readonly retainParams: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly generated: boolean;
  /** Only a replace moves the mark that makes older queued ones come too late. */
  readonly isReplace: boolean;
  /** The place of a queued write in the order of submission; null: it is last, since it is written now. */
  readonly sequence: number | null;
  /** Set when more of the document follows in other transactions. */
  readonly writing: DocumentWriting | null;
}

/** Writes documents anew or over what is there, and returns their new revisions; a document that is replaced keeps the time of its creation. */
export async function upsertDocuments(tx: Db, bank: BankScope, rows: readonly DocumentRow[]): Promise<ReadonlyMap<string, number>> {
  const { rows: written } = await tx.query<{ id: string; revision: number }>(sql`
    INSERT INTO document AS d (bank_id, document_id, original_text, text_length, content_hash, retain_params, metadata, tags, generated, revision, replaced_no,
      writing)
    SELECT ${bank.key}, r."documentId", r."originalText", r."textLength", r."contentHash", r."retainParams", r.metadata,
      ARRAY(SELECT jsonb_array_elements_text(r.tags)), r.generated, ${NEXT_CHANGE},
      CASE WHEN r."isReplace" THEN coalesce(r.sequence, ${NEXT_CHANGE}) END, nullif(r.writing, 'null')
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS r(
      "documentId" text, "originalText" text, "textLength" integer, "contentHash" text, "retainParams" jsonb, metadata jsonb, tags jsonb, generated boolean,
      "isReplace" boolean, sequence bigint, writing jsonb)
    ON CONFLICT (bank_id, document_id) DO UPDATE
    SET original_text = EXCLUDED.original_text, text_length = EXCLUDED.text_length, content_hash = EXCLUDED.content_hash,
      retain_params = EXCLUDED.retain_params, metadata = EXCLUDED.metadata, tags = EXCLUDED.tags, generated = EXCLUDED.generated,
      revision = EXCLUDED.revision, replaced_no = greatest(d.replaced_no, EXCLUDED.replaced_no), writing = EXCLUDED.writing, updated_at = now()
    RETURNING document_id AS id, revision`);
  return new Map(written.map((row) => [row.id, row.revision]));
}
