import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

export interface DocumentHead {
  readonly documentId: string;
  readonly contentHash: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly retainParams: Readonly<Record<string, unknown>>;
  readonly submittedAt: Date | null;
  /** Hashes of the chunks in order, from index 0. */
  readonly chunkHashes: readonly string[];
}

/** What is stored under these ids, without the texts. Ids that do not exist are left out. */
export async function readDocumentHeads(db: Db, bank: BankScope, documentIds: readonly string[]): Promise<readonly DocumentHead[]> {
  const { rows } = await db.query<DocumentHead>(sql`
    SELECT d.document_id AS "documentId", d.content_hash AS "contentHash", d.tags, d.metadata, d.retain_params AS "retainParams", d.submitted_at AS "submittedAt",
      ARRAY(SELECT c.content_hash FROM chunk c WHERE c.bank_id = d.bank_id AND c.document_id = d.document_id ORDER BY c.chunk_index) AS "chunkHashes"
    FROM document d WHERE d.bank_id = ${bank.key} AND d.document_id = ANY(${documentIds}::text[])`);
  return rows;
}
