// Shapes: the columns that make up a resource, once for all statements that return it.
// In: the alias of a table in a statement. Out: a select list, and the resource from its row.

import { chunkId } from "../../domain/chunk-id.js";
import type { MemoryDetail } from "../../domain/resources.js";
import type { BankScope } from "../../domain/scope.js";
import { sql } from "../db.js";

export type MemoryDetailRow = Omit<MemoryDetail, "chunkId"> & { readonly chunkIndex: number | null };

/** The columns of a memory under the alias `m`. Entities are read for the rows of the page alone. */
export const MEMORY_DETAIL = sql`m.id, m.kind, m.text, m.context, m.metadata, m.tags,
  ARRAY(SELECT entity.canonical_name FROM memory_entity AS mentions JOIN entity ON entity.bank_id = mentions.bank_id AND entity.id = mentions.entity_id
    WHERE mentions.bank_id = m.bank_id AND mentions.memory_no = m.memory_no ORDER BY entity.canonical_name) AS entities,
  m.document_id AS "documentId", m.chunk_index AS "chunkIndex",
  m.occurred_start AS "occurredStart", m.occurred_end AS "occurredEnd", m.mentioned_at AS "mentionedAt",
  m.proof_count AS "proofCount", m.source_memory_ids AS "sourceMemoryIds", m.observation_scopes AS "observationScopes",
  m.consolidated_at AS "consolidatedAt", m.consolidation_failed_at AS "consolidationFailedAt",
  m.edited_at AS "editedAt", m.created_at AS "createdAt", m.updated_at AS "updatedAt"`;

export function memoryDetail(bank: BankScope, { chunkIndex, ...row }: MemoryDetailRow): MemoryDetail {
  const { documentId } = row;
  return { ...row, chunkId: documentId === null || chunkIndex === null ? null : chunkId({ bankId: bank.bankId, documentId, chunkIndex }) };
}
