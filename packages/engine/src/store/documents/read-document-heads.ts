import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";

/** What a document carries while an operation writes it in several steps. */
export interface DocumentWriting {
  readonly operation: string;
  /** How it was begun: an append to a document that was not there is a replace. */
  readonly mode: "replace" | "append";
  /** Tags, or observation scopes, were changed since it was begun: what is still to come has the new ones. */
  readonly retagged?: boolean;
  readonly rescoped?: boolean;
}

export interface DocumentHead {
  readonly documentId: string;
  readonly contentHash: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly retainParams: Readonly<Record<string, unknown>>;
  /** New with every change. */
  readonly revision: number;
  /** The number of its last replace in the order of submission; null before the first. */
  readonly replacedNo: number | null;
  /** Set while it is half written. */
  readonly writing: DocumentWriting | null;
  /** The state of the operation that writes it; null when it is whole, or the operation is gone. */
  readonly writerStatus: string | null;
  /** Hashes of the chunks in order, from index 0. */
  readonly chunkHashes: readonly string[];
  /** What a language model read each of them from, in hex; null where none did. */
  readonly chunkSources: readonly (string | null)[];
}

/** What is stored under these ids, without the texts. Ids that do not exist are left out. */
export async function readDocumentHeads(db: Db, bank: BankScope, documentIds: readonly string[]): Promise<readonly DocumentHead[]> {
  const { rows } = await db.query<DocumentHead>(sql`
    SELECT d.document_id AS "documentId", d.content_hash AS "contentHash", d.tags, d.metadata, d.retain_params AS "retainParams",
      d.revision, d.replaced_no AS "replacedNo", d.writing,
      (SELECT o.status FROM operation o WHERE o.bank_id = d.bank_id AND o.operation_id = (d.writing ->> 'operation')::uuid) AS "writerStatus",
      ARRAY(SELECT c.content_hash FROM chunk c WHERE c.bank_id = d.bank_id AND c.document_id = d.document_id ORDER BY c.chunk_index) AS "chunkHashes",
      ARRAY(SELECT encode(c.source_hash, 'hex') FROM chunk c WHERE c.bank_id = d.bank_id AND c.document_id = d.document_id ORDER BY c.chunk_index)
        AS "chunkSources"
    FROM document d WHERE d.bank_id = ${bank.key} AND d.document_id = ANY(${documentIds}::text[])`);
  return rows;
}
