import type { MemoryKind } from "../../domain/memory.js";
import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import type { Trust } from "../../domain/trust.js";
import { type Db, sql } from "../db.js";

/** A stored statement that says the same words as a new one. */
export interface Duplicate {
  readonly memoryNo: number;
  readonly id: string;
  /** SHA-256 of the normal form, in hex. */
  readonly textHash: string;
  readonly kind: MemoryKind;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly observationScopes: ObservationScopes | null;
  readonly trust: Trust;
  readonly documentId: string;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
}

/**
 * Stored statements with one of these hashes: no turns of a dialogue, nothing that a language model found, and only from documents whose id the caller did not choose, or from
 * `documentIds`. Oldest first.
 */
export async function findDuplicates(
  db: Db,
  bank: BankScope,
  textHashes: readonly string[],
  documentIds: readonly string[],
): Promise<readonly Duplicate[]> {
  const { rows } = await db.query<Duplicate>(sql`
    SELECT m.memory_no AS "memoryNo", m.id, encode(m.text_hash, 'hex') AS "textHash", m.kind, m.context, m.metadata, m.tags,
      nullif(m.observation_scopes, 'null') AS "observationScopes", m.document_id AS "documentId",
      m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd", m.mentioned_at AS "mentionedAt", m.trust
    FROM memory m JOIN document d ON d.bank_id = m.bank_id AND d.document_id = m.document_id
    WHERE m.bank_id = ${bank.key} AND (d.generated OR m.document_id = ANY(${documentIds}::text[])) AND m.speaker IS NULL AND m.role IS NULL AND m.statement_hash IS NULL AND m.kind <> 'observation'
      AND m.text_hash = ANY(ARRAY(SELECT decode(hash, 'hex') FROM unnest(${textHashes}::text[]) AS hash))
    ORDER BY m.memory_no`);
  return rows;
}
