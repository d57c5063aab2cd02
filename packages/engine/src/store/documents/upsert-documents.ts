import type { BankScope } from "../../domain/scope.js";
import { type Db, json, sql } from "../db.js";

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
  /** When the write was asked for. */
  readonly submittedAt: Date;
}

/** Writes documents anew or over what is there; a document that is replaced keeps the time of its creation. */
export async function upsertDocuments(tx: Db, bank: BankScope, rows: readonly DocumentRow[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO document AS d (bank_id, document_id, original_text, text_length, content_hash, retain_params, metadata, tags, generated, submitted_at)
    SELECT ${bank.key}, r."documentId", r."originalText", r."textLength", r."contentHash", r."retainParams", r.metadata,
      ARRAY(SELECT jsonb_array_elements_text(r.tags)), r.generated, r."submittedAt"
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS r(
      "documentId" text, "originalText" text, "textLength" integer, "contentHash" text, "retainParams" jsonb, metadata jsonb, tags jsonb, generated boolean,
      "submittedAt" timestamptz)
    ON CONFLICT (bank_id, document_id) DO UPDATE
    SET original_text = EXCLUDED.original_text, text_length = EXCLUDED.text_length, content_hash = EXCLUDED.content_hash,
      retain_params = EXCLUDED.retain_params, metadata = EXCLUDED.metadata, tags = EXCLUDED.tags, generated = EXCLUDED.generated, submitted_at = greatest(d.submitted_at, EXCLUDED.submitted_at), updated_at = now()`);
}
