import type { ObservationScopes } from "../../domain/requests.js";
import type { BankScope } from "../../domain/scope.js";
import type { Trust } from "../../domain/trust.js";
import { type Db, sql } from "../db.js";

export interface LastChunk {
  readonly chunkIndex: number;
  readonly text: string;
  /** Of the last memory in it; null when there is none. */
  readonly lastMemory: {
    readonly context: string | null;
    readonly metadata: Readonly<Record<string, string>>;
    readonly tags: readonly string[];
    readonly observationScopes: ObservationScopes | null;
    readonly trust: Trust;
    readonly isTurn: boolean;
  } | null;
}

/** The last chunk of a document, which an append may fill up; null when it has none. */
export async function readLastChunk(db: Db, bank: BankScope, documentId: string): Promise<LastChunk | null> {
  const { rows } = await db.query<LastChunk>(sql`
    SELECT c.chunk_index AS "chunkIndex", c.text, (
      SELECT jsonb_build_object('context', m.context, 'metadata', m.metadata, 'tags', m.tags, 'observationScopes', m.observation_scopes,
        'trust', m.trust, 'isTurn', m.speaker IS NOT NULL OR m.role IS NOT NULL)
      FROM memory m WHERE m.bank_id = c.bank_id AND m.document_id = c.document_id AND m.chunk_index = c.chunk_index
      ORDER BY m.memory_no DESC LIMIT 1) AS "lastMemory"
    FROM chunk c WHERE c.bank_id = ${bank.key} AND c.document_id = ${documentId} ORDER BY c.chunk_index DESC LIMIT 1`);
  return rows[0] ?? null;
}
