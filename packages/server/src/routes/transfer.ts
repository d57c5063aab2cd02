// Transfer of banks and documents.
// In: the engine. Out: the endpoints `{bank}/transfer`, `{bank}/clone` and `{bank}/document-transfer`. All of them queue work.

import type { Hindsight, QueuedTransfer } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { accessOf, authorize, operationOf } from "../access/index.js";
import { type Endpoint, type EndpointFacts, endpoint } from "../http/endpoint.js";
import { isMultipart, readMultipart } from "../http/multipart.js";
import { HindsightError, type HttpContext, type HttpParts } from "../http/types.js";
import { bankPath } from "../wire/common.js";
import * as wire from "../wire/transfer.js";
import { B, BAD, GONE, NO_BANK, ok, refused } from "./replies.js";

/** Room for the boundaries and heads of the form around the archive. */
const AROUND_BYTES = 1_048_576;
const QUEUED = "Queued; the operation tells how it goes and what came of it";
const NO_BANK_OR_OFF = refused("There is no such bank or document, or the routes are switched off");
const OFF = refused("The routes are switched off");

export function transferRoutes({ transfer }: Pick<Hindsight, "transfer">): readonly Endpoint[] {
  return [...banks(transfer), ...documents(transfer)];
}

function banks(transfer: Hindsight["transfer"]): readonly Endpoint[] {
  const tag = "Bank Transfer";
  const importFacts = { operationId: "import_bank_transfer", method: "post", path: `${B}/transfer/import` } as const;
  const cloneFacts = { operationId: "clone_bank", method: "post", path: `${B}/clone` } as const;
  return [
    endpoint({
      operationId: "export_bank_transfer",
      method: "post",
      path: `${B}/transfer/export`,
      tag,
      summary: "Export a bank",
      description: "As an archive, which the finished operation names by its download_url. Keys and secrets are never in it.",
      params: bankPath,
      query: wire.BankExportQuery,
      replies: { 202: ok(wire.BankTransferReply, QUEUED), 400: BAD, 404: NO_BANK_OR_OFF },
      async handle({ params, query }) {
        const options = { ...wire.transferScope(query), documentIds: query.document_id ?? null };
        return wire.submittedReply(await transfer.export(params.bank_id, options));
      },
    }),
    endpoint({
      ...importFacts,
      tag,
      summary: "Import a bank",
      description:
        "Takes in an archive as a multipart part named file, and makes a bank of it, or adds its documents to this bank: all of it or nothing. No language model is called.",
      params: bankPath,
      query: wire.BankImportQuery,
      form: wire.BankImportForm,
      replies: { 202: ok(wire.BankTransferReply, QUEUED), 400: BAD, 404: OFF },
      async handle({ params, query, context, parts, signal }) {
        const options = {
          ...wire.transferScope(query),
          mode: query.mode,
          targetBankId: query.target_bank_id ?? null,
          documentConflict: query.document_conflict,
          onTarget: (bankId: string) => allowed(context, importFacts, bankId),
        };
        return received(context, parts, signal, (archive) => transfer.import(params.bank_id, archive, options));
      },
    }),
    endpoint({
      ...cloneFacts,
      tag,
      summary: "Copy a bank under another name",
      description: "Its webhooks come along switched off and without their secrets. No language model is called.",
      params: bankPath,
      query: wire.CloneQuery,
      replies: { 202: ok(wire.BankTransferReply, QUEUED), 400: BAD, 404: NO_BANK },
      async handle({ params, query, context }) {
        await allowed(context, cloneFacts, query.target_bank_id);
        return wire.submittedReply(await transfer.clone(params.bank_id, query.target_bank_id, wire.transferScope(query)));
      },
    }),
  ];
}

function documents(transfer: Hindsight["transfer"]): readonly Endpoint[] {
  const facts = { tag: "Document Transfer", deprecated: true } as const satisfies Partial<EndpointFacts>;
  return [
    endpoint({
      ...facts,
      operationId: "export_documents",
      method: "post",
      path: `${B}/document-transfer/export`,
      summary: "Export documents",
      description: "With their chunks, memories and attachments. {bank}/transfer/export does this and more.",
      params: bankPath,
      query: wire.DocumentExportQuery,
      replies: { 202: ok(wire.DocumentExportReply, QUEUED), 400: BAD, 404: NO_BANK_OR_OFF },
      async handle({ params, query }) {
        const options = {
          documentIds: query.document_id ?? null,
          includeObservations: query.include_observations,
          includeKnowledgeBase: query.include_knowledge_base,
        };
        return wire.submittedReply(await transfer.exportDocuments(params.bank_id, options));
      },
    }),
    endpoint({
      ...facts,
      operationId: "import_documents",
      method: "post",
      path: `${B}/document-transfer`,
      summary: "Import documents",
      description: "Takes in an archive as a multipart part named file; the bank is made when missing. No language model is called.",
      params: bankPath,
      query: wire.DocumentImportQuery,
      form: wire.DocumentImportForm,
      replies: { 202: ok(wire.DocumentImportReply, QUEUED), 400: BAD, 404: OFF },
      async handle({ params, query, context, parts, signal }) {
        const options = { onConflict: query.on_conflict };
        return received(context, parts, signal, (archive) => transfer.importDocuments(params.bank_id, archive, options));
      },
    }),
    endpoint({
      ...facts,
      operationId: "export_documents_sync_removed",
      method: "get",
      path: `${B}/document-transfer`,
      summary: "Retired: export documents at once",
      params: bankPath,
      replies: { 200: ok(z.unknown()), 410: GONE },
      async handle() {
        throw new HindsightError(
          "gone",
          `The export at once is retired. Use POST ${B}/document-transfer/export, whose operation names a download_url.`,
        );
      },
    }),
  ];
}

/** Reads the form; the first part named file is the archive. */
async function received(
  context: HttpContext,
  parts: HttpParts,
  signal: AbortSignal,
  take: (archive: AsyncIterable<Uint8Array>) => Promise<QueuedTransfer>,
): Promise<unknown> {
  if (!isMultipart(context)) throw missing();
  const { transferMaxMb } = parts.options.settings;
  let queued: QueuedTransfer | null = null;
  await readMultipart(context, {
    maxBytes: transferMaxMb * 1_048_576 + AROUND_BYTES,
    tooLarge: () =>
      new HindsightError(
        "bad_argument",
        `The upload is larger than ${transferMaxMb} MB. Export fewer documents at once, or raise HINDSIGHT_API_TRANSFER_MAX_MB.`,
      ),
    timeoutMs: parts.options.bodyTimeoutMs,
    signal,
    async onFile({ field, bytes }) {
      if (field !== "file" || queued !== null) return;
      queued = await take(bytes);
    },
  });
  if (queued === null) throw missing();
  return wire.submittedReply(queued);
}

function missing(): HindsightError {
  return new HindsightError("invalid_request", "The form lacks file, the archive.", {
    details: [{ type: "missing", loc: ["body", "file"], msg: "This field is required", input: null }],
  });
}

/** The bank that is made is not the one in the path: the caller is asked about for it too. */
async function allowed(context: HttpContext, facts: Pick<EndpointFacts, "operationId" | "method" | "path">, bankId: string): Promise<void> {
  const access = accessOf(facts);
  if (access !== null) await authorize(context.get("caller"), { access, operation: operationOf(facts), bankId });
}
