// Transfer of banks and documents on the wire.
// In: query parameters and forms of the contract. Out: the engine's options, and the contract's replies.

import type { QueuedTransfer, TransferScope } from "@hindsight-memory/engine";
import { z } from "@hono/zod-openapi";
import { queryList } from "./query.js";
import { flag, maybe, name, preset } from "./scalars.js";

const documentIds = () => queryList("Only these documents; may be given several times. Then configuration and history stay out");
const data = () => flag("Documents, memories, and what was learnt from them");
const config = () => flag("Name, settings, directives and webhooks, the latter without their secrets");
const history = () => flag("The audit log and the trace of model calls");

export const BankExportQuery = z.object({
  include_data: preset(data(), true),
  include_bank_config: preset(config(), true),
  include_history: preset(history(), false),
  document_id: documentIds(),
});

export const BankImportQuery = z.object({
  mode: preset(name("restore makes a bank, merge adds the documents to this one"), "restore"),
  target_bank_id: maybe(name("The bank to make; the archive's own name if unset")),
  document_conflict: preset(name("With merge, for a document whose id is taken: skip, replace or new-id"), "skip"),
  include_data: maybe(data()),
  include_bank_config: maybe(config()),
  include_history: maybe(history()),
});

export const CloneQuery = z.object({
  target_bank_id: name("The bank to make"),
  include_data: preset(data(), true),
  include_bank_config: preset(config(), true),
  include_history: preset(history(), false),
});

export const DocumentExportQuery = z.object({
  document_id: queryList("Only these documents; may be given several times"),
  include_observations: preset(flag("Observations with their evidence and history; of the whole bank alone"), false),
  include_knowledge_base: preset(flag("Mental models and knowledge pages"), false),
});

export const DocumentImportQuery = z.object({
  on_conflict: preset(name("For a document whose id is taken: skip, replace or new-id"), "skip"),
});

const binary = z.string().openapi({ type: "string", contentMediaType: "application/octet-stream" } as never);
/** For the specification: the part is read as it comes. */
const form = (title: string) => z.object({ file: binary.openapi({ description: "The archive" }) }).openapi(title);
export const BankImportForm = form("Body_import_bank_transfer");
export const DocumentImportForm = form("Body_import_documents");

const submitted = (title: string) => z.object({ operation_id: z.string(), status: z.string().default("pending") }).openapi(title);
export const BankTransferReply = submitted("BankTransferSubmitResponse");
export const DocumentExportReply = submitted("DocumentExportSubmitResponse");
export const DocumentImportReply = submitted("DocumentImportSubmitResponse");

export function submittedReply({ operationId }: QueuedTransfer): z.input<typeof BankTransferReply> {
  return { operation_id: operationId, status: "pending" };
}

interface ScopeFields {
  readonly include_data?: boolean | null | undefined;
  readonly include_bank_config?: boolean | null | undefined;
  readonly include_history?: boolean | null | undefined;
}

/** Null is what the contract takes where nothing is said. */
export function transferScope(fields: ScopeFields): TransferScope {
  return {
    includeData: fields.include_data ?? true,
    includeConfig: fields.include_bank_config ?? true,
    includeHistory: fields.include_history ?? false,
  };
}
