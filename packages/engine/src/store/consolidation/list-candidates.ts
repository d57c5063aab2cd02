import type { MemoryKind } from "../../domain/memory.js";
import type { BankScope } from "../../domain/scope.js";
import { type Db, sql } from "../db.js";
import { type CandidateFilter, candidateFilter } from "../filters/candidate-filter.js";

export interface CandidateRow {
  readonly memoryNo: number;
  readonly id: string;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly context: string | null;
  readonly tags: readonly string[];
  readonly language: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  readonly documentId: string | null;
  /** As stored; null is the bank's default. */
  readonly observationScopes: unknown;
  /** Its last change, to the microsecond: tells whether it is still what was read. */
  readonly version: string;
}

/** The oldest facts that wait to be consolidated. */
export async function listCandidates(
  db: Db,
  bank: BankScope,
  { limit, ...filter }: CandidateFilter & { readonly limit: number },
): Promise<readonly CandidateRow[]> {
  const { rows } = await db.query<CandidateRow>(sql`
    SELECT m.memory_no AS "memoryNo", m.id, m.kind, m.text, m.context, m.tags, m.language, m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd",
      m.mentioned_at AS "mentionedAt", m.document_id AS "documentId", m.observation_scopes AS "observationScopes",
      (extract(epoch FROM m.updated_at) * 1000000)::bigint::text AS version
    FROM memory m WHERE ${candidateFilter(bank, filter)}
    ORDER BY m.memory_no LIMIT ${limit}::integer`);
  return rows;
}
