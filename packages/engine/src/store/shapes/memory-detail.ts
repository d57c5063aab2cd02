// Shapes: the columns that make up a resource, once for all statements that return it.
// In: the alias of a table in a statement. Out: a select list, and the resource from its row.

import { chunkId } from "../../domain/chunk-id.js";
import type { MemoryDetail } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { type Statement, sql } from "../db.js";

export type MemoryDetailRow = Omit<MemoryDetail, "chunkId" | "sources" | "state"> & {
  readonly chunkIndex: number | null;
  readonly storedSources: readonly { readonly documentId: string; readonly chunkIndex: number; readonly mentionedAt: string | null }[];
};

/** The facts behind an observation under the alias `m`, in the order in which they came; null for a fact. By key look-ups, since the planner may not know the bank yet. */
export const SOURCE_IDS = sql`CASE WHEN m.kind = 'observation' THEN ARRAY(
  SELECT (SELECT fact.id FROM memory AS fact WHERE fact.bank_id = m.bank_id AND fact.memory_no = evidence.memory_no)
  FROM observation_source AS evidence WHERE evidence.bank_id = m.bank_id AND evidence.observation_no = m.memory_no
  ORDER BY evidence.created_at, evidence.memory_no) END`;

/** What memories in use and out of use have in common. */
const OF_BOTH = sql`m.id, m.kind, m.text, m.context, m.metadata, m.tags,
  m.document_id AS "documentId", m.chunk_index AS "chunkIndex",
  m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd", m.mentioned_at AS "mentionedAt",
  m.proof_count AS "proofCount", m.observation_scopes AS "observationScopes",
  m.consolidated_at AS "consolidatedAt", m.consolidation_failed_at AS "consolidationFailedAt",
  m.edited_at AS "editedAt", m.trust, m.instruction_signs AS "instructionSigns", m.created_at AS "createdAt", m.updated_at AS "updatedAt"`;

/** Sources from table `s`, which is `memory_source` or like it. */
const sourcesIn = (s: Statement): Statement => sql`
  coalesce((SELECT jsonb_agg(jsonb_build_object('documentId', s.document_id, 'chunkIndex', s.chunk_index, 'mentionedAt', s.mentioned_at)
      ORDER BY s.mentioned_at NULLS LAST, s.created_at, s.document_id, s.chunk_index)
    FROM ${s} AS s WHERE s.bank_id = m.bank_id AND s.memory_no = m.memory_no), '[]') AS "storedSources"`;

/** The columns of a memory under the alias `m`. Entities are read for the rows of the page alone. */
export const MEMORY_DETAIL = sql`${OF_BOTH},
  ARRAY(SELECT entity.canonical_name FROM memory_entity AS mentions JOIN entity ON entity.bank_id = mentions.bank_id AND entity.id = mentions.entity_id
    WHERE mentions.bank_id = m.bank_id AND mentions.memory_no = m.memory_no ORDER BY entity.canonical_name) AS entities,
  ${SOURCE_IDS} AS "sourceMemoryIds", ${sourcesIn(sql`memory_source`)}, NULL AS "invalidationReason", NULL::timestamptz AS "invalidatedAt"`;

/** The same of a row of `invalidated_memory` under the alias `m`. */
export const INVALIDATED_DETAIL = sql`${OF_BOTH},
  ARRAY(SELECT name ->> 'name' FROM jsonb_array_elements(m.mentions) AS name ORDER BY 1) AS entities,
  NULL AS "sourceMemoryIds", ${sourcesIn(sql`invalidated_source`)}, m.reason AS "invalidationReason", m.invalidated_at AS "invalidatedAt"`;

/** A memory without rows of sources has its home alone; an observation, and a memory without a document, has none. */
export function memoryDetail(bank: BankScope, { chunkIndex, storedSources, ...row }: MemoryDetailRow): MemoryDetail {
  const { documentId, mentionedAt } = row;
  const chunk = (id: string, index: number): string => chunkId({ bankId: bank.bankId, documentId: id, chunkIndex: index });
  const home = documentId === null || chunkIndex === null ? null : chunk(documentId, chunkIndex);
  const stored = storedSources.map((source) => ({
    documentId: source.documentId,
    chunkId: chunk(source.documentId, source.chunkIndex),
    mentionedAt: source.mentionedAt === null ? null : new Date(source.mentionedAt),
  }));
  const alone = documentId === null ? [] : [{ documentId, chunkId: home, mentionedAt }];
  const state = row.invalidatedAt === null ? "valid" : "invalidated";
  return { ...row, state, chunkId: home, sources: stored.length > 0 ? stored : alone };
}
