// Documents and chunks on the wire.
// In: query parameters and updates. Out: the engine's filter and fields, and the contract's replies.

import {
  type ChunkDetail,
  type DocumentDetail,
  type DocumentEventKind,
  type DocumentFilter,
  type DocumentListItem,
  HindsightError,
  type ObservationScopes,
  type StoredDocumentEvent,
} from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { attachmentsReply } from "./attachments.js";
import { anything, ChunkAttachment, counts, observationScopes } from "./common.js";
import { DeletionReportReply } from "./deletion.js";
import { instantParameter } from "./memories.js";
import { paging, queryList, search, tagsMatch } from "./query.js";
import { choice, maybe, name, preset } from "./scalars.js";
import { iso } from "./time.js";

export const documentPath = z.object({
  bank_id: name("Bank id or alias"),
  document_id: name("Document id; slashes may stand as they are"),
});

export const DocumentListQuery = z.object({
  q: search("Part of the id or of the text"),
  tags: queryList("Tags to filter by; may be given several times"),
  tags_match: preset(tagsMatch(), "any_strict"),
  time_field: maybe(choice(["created_at", "updated_at"])),
  start_date: maybe(name("From here on, ISO 8601")),
  end_date: maybe(name("Until here, ISO 8601")),
  ...paging(100),
});

export function documentFilter(query: z.output<typeof DocumentListQuery>): DocumentFilter {
  return {
    q: query.q ?? null,
    tags: query.tags ?? [],
    tagsMatch: query.tags_match,
    timeField: query.time_field ?? null,
    startDate: instantParameter("start_date", query.start_date),
    endDate: instantParameter("end_date", query.end_date),
    limit: query.limit,
    offset: query.offset,
  };
}

const DocumentListItemBody = z
  .object({
    id: z.string(),
    bank_id: z.string().default(""),
    content_hash: z.string().nullish(),
    created_at: z.string().default(""),
    updated_at: z.string().default(""),
    text_length: z.int().default(0),
    memory_unit_count: z.int().default(0),
    retain_params: anything().nullish(),
    document_metadata: anything().nullish(),
    tags: z.array(z.string()).default([]),
    matched_fields: z.array(z.enum(["id", "original_text"])).default([]),
  })
  .openapi("DocumentListItem");

export const DocumentListReply = z
  .object({
    items: z.array(DocumentListItemBody),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    total_is_estimate: z.boolean().default(false),
  })
  .openapi("ListDocumentsResponse");

export function documentListItem(document: DocumentListItem, bankId: string): z.input<typeof DocumentListItemBody> {
  return {
    id: document.id,
    bank_id: bankId,
    content_hash: document.contentHash,
    created_at: iso(document.createdAt),
    updated_at: iso(document.updatedAt),
    text_length: document.textLength,
    memory_unit_count: document.memoryCount,
    retain_params: document.retainParams,
    document_metadata: document.metadata,
    tags: [...document.tags],
    matched_fields: [...document.matchedFields],
  };
}

export const DocumentReply = z
  .object({
    id: z.string(),
    bank_id: z.string(),
    original_text: z.string().nullable(),
    content_hash: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    memory_unit_count: z.int(),
    nodes_by_fact_type: counts().nullish(),
    tags: z.array(z.string()).default([]),
    document_metadata: anything().nullish(),
    retain_params: anything().nullish(),
    observation_scopes: z.union([z.string(), z.array(z.array(z.string()))]).nullish(),
    attachments: z.array(ChunkAttachment).nullish(),
  })
  .openapi("DocumentResponse");

const scopesReply = (scopes: ObservationScopes | null): string | string[][] | null =>
  scopes === null || typeof scopes === "string" ? scopes : scopes.map((row) => [...row]);

export function documentReply(document: DocumentDetail, bankId: string): z.input<typeof DocumentReply> {
  return {
    id: document.id,
    bank_id: bankId,
    original_text: document.originalText,
    content_hash: document.contentHash,
    created_at: iso(document.createdAt),
    updated_at: iso(document.updatedAt),
    memory_unit_count: document.memoryCount,
    nodes_by_fact_type: document.nodesByKind,
    tags: [...document.tags],
    document_metadata: document.metadata,
    retain_params: document.retainParams,
    observation_scopes: scopesReply(document.observationScopes),
    attachments: attachmentsReply(bankId, document.attachments),
  };
}

export const DocumentUpdateBody = z
  .object({ tags: z.array(name()).nullish(), observation_scopes: observationScopes() })
  .openapi("UpdateDocumentRequest");

export function documentUpdate(body: z.output<typeof DocumentUpdateBody>): {
  readonly tags?: readonly string[];
  readonly observationScopes?: ObservationScopes | null;
} {
  if (body.tags == null && body.observation_scopes === undefined) {
    throw new HindsightError("invalid_request", "Nothing to change: send tags, observation_scopes or both.");
  }
  return {
    ...(body.tags == null ? {} : { tags: body.tags }),
    ...(body.observation_scopes === undefined ? {} : { observationScopes: body.observation_scopes }),
  };
}

export const DocumentUpdateReply = z.object({ success: z.boolean().default(true) }).openapi("UpdateDocumentResponse");

export const ReprocessReply = z
  .object({ success: z.boolean(), operation_id: z.string(), items_count: z.int() })
  .openapi("ReprocessDocumentResponse");

export const DocumentDeleteReply = z
  .object({
    success: z.boolean(),
    message: z.string(),
    document_id: z.string(),
    memory_units_deleted: z.int(),
    report: DeletionReportReply.optional(),
  })
  .openapi("DeleteDocumentResponse");

export const ChunkReply = z
  .object({
    chunk_id: z.string(),
    document_id: z.string(),
    bank_id: z.string(),
    chunk_index: z.int(),
    chunk_text: z.string(),
    created_at: z.string(),
    attachments: z.array(ChunkAttachment).nullish(),
  })
  .openapi("ChunkResponse");

export const ChunkListReply = z
  .object({ items: z.array(ChunkReply), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("ListChunksResponse");

export function chunkReply(chunk: ChunkDetail, bankId: string): z.input<typeof ChunkReply> {
  return {
    chunk_id: chunk.chunkId,
    document_id: chunk.documentId,
    bank_id: bankId,
    chunk_index: chunk.chunkIndex,
    chunk_text: chunk.text,
    created_at: iso(chunk.createdAt),
    attachments: attachmentsReply(bankId, chunk.attachments),
  };
}

export const DocumentHistoryQuery = z.object(paging(100, { min: 1, max: 1000 }));

const KINDS: readonly DocumentEventKind[] = [
  "retain",
  "append",
  "reprocess",
  "retag",
  "fact_edited",
  "fact_invalidated",
  "fact_restored",
  "fact_deleted",
  "observations_cleared",
  "consolidation",
];

const eventIdsReply = () =>
  z.object({ count: z.int().default(0), ids: z.array(z.string()).optional().openapi({ description: "The first 100" }) });

export const DocumentHistoryReply = z
  .object({
    document_id: z.string(),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    items: z.array(
      z
        .object({
          document_id: z.string(),
          kind: z.enum(KINDS),
          created_at: z.string().optional(),
          operation_id: z.string().nullish(),
          fact_id: z.string().nullish(),
          facts_added: z.int().default(0),
          facts_removed: z.int().default(0),
          observations_created: eventIdsReply().optional(),
          observations_updated: eventIdsReply().optional(),
          observations_removed: eventIdsReply().optional(),
        })
        .openapi("DocumentEvent"),
    ),
  })
  .openapi("DocumentHistoryResponse");

const MOST_IDS = 100;
const eventIds = (ids: readonly string[]) => ({ count: ids.length, ids: ids.slice(0, MOST_IDS) });

export function documentEvent(event: StoredDocumentEvent) {
  return {
    document_id: event.documentId,
    kind: event.kind,
    created_at: iso(event.createdAt),
    operation_id: event.operationId,
    fact_id: event.factId,
    facts_added: event.factsAdded,
    facts_removed: event.factsRemoved,
    observations_created: eventIds(event.observationsCreated),
    observations_updated: eventIds(event.observationsUpdated),
    observations_removed: eventIds(event.observationsRemoved),
  };
}
