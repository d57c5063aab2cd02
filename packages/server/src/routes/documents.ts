// Documents.
// In: the engine. Out: the endpoints `{bank}/documents`; a document id may hold slashes, as they are or encoded.

import type { Hindsight } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { bankPath } from "../wire/common.js";
import { ReportQuery, reported } from "../wire/deletion.js";
import {
  ChunkListReply,
  chunkReply,
  DocumentDeleteReply,
  DocumentHistoryQuery,
  DocumentHistoryReply,
  DocumentListQuery,
  DocumentListReply,
  DocumentReply,
  DocumentUpdateBody,
  DocumentUpdateReply,
  documentEvent,
  documentFilter,
  documentListItem,
  documentPath,
  documentReply,
  documentUpdate,
  ReprocessReply,
} from "../wire/documents.js";
import { paging } from "../wire/query.js";
import { realBankId } from "./bank-id.js";
import { B, BAD, NO_BANK, NO_SUCH, ok } from "./replies.js";

/** `…/chunks`, `…/reprocess` and `…/history` stand before the document itself: the first pattern that fits wins. */
export function documentRoutes(engine: Hindsight): readonly Endpoint[] {
  return [list(engine), chunks(engine), reprocess(engine), history(engine), get(engine), patch(engine), remove(engine)];
}

const list = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "list_documents",
    method: "get",
    path: `${B}/documents`,
    tag: "Documents",
    summary: "List documents",
    description: "Latest write first.",
    params: bankPath,
    query: DocumentListQuery,
    replies: { 200: ok(DocumentListReply), 400: BAD, 404: NO_BANK },
    async handle({ params, query }) {
      const [bankId, page] = await Promise.all([
        realBankId(engine, params.bank_id),
        engine.documents.list(params.bank_id, documentFilter(query)),
      ]);
      return { ...page, items: page.items.map((item) => documentListItem(item, bankId)), total_is_estimate: false };
    },
  });

const chunks = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "list_document_chunks",
    method: "get",
    path: `${B}/documents/{document_id}/chunks`,
    tag: "Documents",
    summary: "List the chunks of a document",
    description: "In the order of the text.",
    params: documentPath,
    query: z.object(paging(100, { min: 1, max: 1000 })),
    replies: { 200: ok(ChunkListReply), 404: NO_SUCH },
    async handle({ params, query }) {
      const [bankId, page] = await Promise.all([
        realBankId(engine, params.bank_id),
        engine.documents.chunks(params.bank_id, params.document_id, query),
      ]);
      return { ...page, items: page.items.map((item) => chunkReply(item, bankId)) };
    },
  });

const reprocess = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "reprocess_document",
    method: "post",
    path: `${B}/documents/{document_id}/reprocess`,
    tag: "Documents",
    summary: "Read a document again",
    description: "All of it, by the settings in force now, in the background: its memories are made anew. Its text must be kept.",
    params: documentPath,
    replies: { 200: ok(ReprocessReply, "Queued"), 404: NO_SUCH },
    async handle({ params }) {
      const { operationId, itemsCount } = await engine.documents.reprocess(params.bank_id, params.document_id);
      return { success: true, operation_id: operationId, items_count: itemsCount };
    },
  });

const history = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "get_document_history",
    method: "get",
    path: `${B}/documents/{document_id}/history`,
    tag: "Documents",
    summary: "What became of a document",
    description:
      "Newest first; what one operation did is one entry. Empty for a document that does not exist (any more): its history goes with it.",
    params: documentPath,
    query: DocumentHistoryQuery,
    replies: { 200: ok(DocumentHistoryReply) },
    async handle({ params, query }) {
      const page = await engine.documents.history(params.bank_id, params.document_id, query);
      return { document_id: params.document_id, ...page, items: page.items.map(documentEvent) };
    },
  });

const get = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "get_document",
    method: "get",
    path: `${B}/documents/{document_id}`,
    tag: "Documents",
    summary: "Read a document",
    params: documentPath,
    replies: { 200: ok(DocumentReply), 404: NO_SUCH },
    async handle({ params }) {
      const [bankId, document] = await Promise.all([
        realBankId(engine, params.bank_id),
        engine.documents.get(params.bank_id, params.document_id),
      ]);
      return documentReply(document, bankId);
    },
  });

const patch = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "update_document",
    method: "patch",
    path: `${B}/documents/{document_id}`,
    tag: "Documents",
    summary: "Replace a document's tags or observation scopes",
    description: "The document's memories get the same tags.",
    params: documentPath,
    body: DocumentUpdateBody,
    replies: { 200: ok(DocumentUpdateReply), 404: NO_SUCH },
    async handle({ params, body }) {
      await engine.documents.update(params.bank_id, params.document_id, documentUpdate(body));
      return { success: true };
    },
  });

const remove = (engine: Hindsight): Endpoint =>
  endpoint({
    operationId: "delete_document",
    method: "delete",
    path: `${B}/documents/{document_id}`,
    tag: "Documents",
    summary: "Delete a document",
    description:
      "With its chunks, its memories, and the observations that stand on them. Mental models that had read them are withheld and written anew.",
    params: documentPath,
    query: ReportQuery,
    replies: { 200: ok(DocumentDeleteReply), 404: NO_SUCH },
    async handle({ params, query }) {
      const report = await engine.documents.delete(params.bank_id, params.document_id);
      return {
        success: true,
        message: `Document '${params.document_id}' and ${report.memories} memories deleted`,
        document_id: params.document_id,
        memory_units_deleted: report.memories,
        ...reported(query, report),
      };
    },
  });
