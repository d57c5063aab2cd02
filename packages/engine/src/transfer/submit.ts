// Submitting transfers: what is asked for is checked, an archive is taken in, and the work is queued.

import { randomUUID } from "node:crypto";
import { findBank, requireBankId } from "../banks/index.js";
import type { EngineContext } from "../context.js";
import { cleanName } from "../domain/names.js";
import type { BankScope, TenantScope } from "../domain/scope.js";
import type { BankExportOptions, BankImportOptions, DocumentExportOptions, QueuedTransfer, TransferScope } from "../domain/transfer.js";
import { HindsightError } from "../errors.js";
import { fileKey } from "../files/index.js";
import { enqueue } from "../operations/index.js";
import { readDocumentRevisions } from "../store/documents/read-document-revisions.js";
import { isVacant } from "../store/transfer/is-vacant.js";
import { type ArchiveLimits, openArchive } from "./archive/read.js";
import { bankExists } from "./in/import.js";
import { bad, conflictOf, exportScope, modeOf, scopeOf } from "./options.js";
import * as work from "./payload.js";

const MB = 1_048_576;

export async function submitExport(ctx: EngineContext, bank: BankScope, options: BankExportOptions): Promise<QueuedTransfer> {
  const { documentIds, ...scope } = exportScope(options);
  const isWhole = documentIds === null && scope.includeData;
  return queue(ctx, bank, work.EXPORT_BANK, {
    ...work.scopeFields(scope),
    include_observations: isWhole,
    include_knowledge_base: isWhole,
    document_ids: await known(ctx, bank, documentIds),
  });
}

export async function submitDocumentExport(ctx: EngineContext, bank: BankScope, options: DocumentExportOptions): Promise<QueuedTransfer> {
  const { documentIds = null, includeObservations = false, includeKnowledgeBase = false } = options;
  if (documentIds !== null && includeObservations)
    throw bad(
      "include_observations needs the whole bank: observations stand on facts of several documents. Leave document_id out, or the observations",
    );
  return queue(ctx, bank, work.EXPORT_DOCUMENTS, {
    ...work.scopeFields({ includeData: true, includeConfig: false, includeHistory: false }),
    include_observations: includeObservations,
    include_knowledge_base: includeKnowledgeBase,
    document_ids: await known(ctx, bank, documentIds),
  });
}

/** Throws `bad_argument` for a name that no bank may have, or that one has. */
export async function submitClone(
  ctx: EngineContext,
  tenant: TenantScope,
  bank: BankScope,
  targetBankId: string,
  options: Partial<TransferScope>,
): Promise<QueuedTransfer> {
  requireBankId(targetBankId, "The target bank id");
  if ((await findBank(ctx.db, tenant, targetBankId)) !== null) throw bankExists(targetBankId);
  return queue(ctx, bank, work.CLONE_BANK, { ...work.scopeFields(scopeOf(options)), target_bank_id: targetBankId });
}

/** `openBank` makes the bank when it is missing; it is called once the archive is in and nothing speaks against it. */
export async function submitImport(
  ctx: EngineContext,
  tenant: TenantScope,
  {
    findOwn,
    openBank,
  }: {
    readonly findOwn: () => Promise<BankScope | null>;
    readonly openBank: (options: { readonly isBare: boolean }) => Promise<BankScope>;
  },
  source: AsyncIterable<Uint8Array>,
  options: BankImportOptions,
): Promise<QueuedTransfer> {
  const mode = modeOf(options);
  const document_conflict = conflictOf(options.documentConflict, "document_conflict");
  const { targetBankId = null, onTarget } = options;
  // A bank that is made to be filled begins with nothing.
  return taken(
    ctx,
    source,
    () => openBank({ isBare: mode === "restore" }),
    async ({ bytes, queue }) => {
      if (mode === "merge") return queue(work.IMPORT_DOCUMENTS, { document_conflict });
      // A file that is no archive is queued all the same (contract): its job says what is wrong with it.
      const target = targetBankId ?? (await nameIn(ctx, bytes));
      if (target !== null) {
        requireBankId(target, "The target bank id");
        await onTarget?.(target);
        await requireFree(ctx, tenant, await findOwn(), target);
      }
      return queue(work.IMPORT_BANK, { ...work.scopeFields(scopeOf(options)), target_bank_id: target });
    },
  );
}

/** Throws `file_unreadable` for a file that is no archive: nothing is queued for it. */
export async function submitDocumentImport(
  ctx: EngineContext,
  openBank: () => Promise<BankScope>,
  source: AsyncIterable<Uint8Array>,
  onConflict: string | undefined,
): Promise<QueuedTransfer> {
  const document_conflict = conflictOf(onConflict, "on_conflict");
  return taken(ctx, source, openBank, async ({ bytes, queue }) => {
    await openArchive(bytes, limitsOf(ctx));
    return queue(work.IMPORT_DOCUMENTS, { document_conflict });
  });
}

/** The bank that an archive was made of; null for a file that is none. */
async function nameIn(ctx: EngineContext, bytes: Uint8Array): Promise<string | null> {
  try {
    return (await openArchive(bytes, limitsOf(ctx))).manifest.bank_id;
  } catch (error) {
    if (error instanceof HindsightError && error.code === "file_unreadable") return null;
    throw error;
  }
}

const limitsOf = ({ settings }: EngineContext): ArchiveLimits => ({ maxUnpackedBytes: settings.transferMaxUnpackedMb * MB });

async function requireFree(ctx: EngineContext, tenant: TenantScope, own: BankScope | null, target: string): Promise<void> {
  const found = await findBank(ctx.db, tenant, target);
  if (found === null || (found.key === own?.key && (await isVacant(ctx.db, found)))) return;
  throw bankExists(target);
}

interface Taken {
  readonly bytes: Uint8Array;
  queue(type: string, payload: Readonly<Record<string, unknown>>): Promise<QueuedTransfer>;
}

/** Where bytes lie that belong to no bank yet: the sweep takes what a crash leaves there. */
const NO_BANK = "banks/0/files/";

/** Takes an archive in and hands it to what queues its import. What is refused leaves no bytes behind, and makes no bank. */
async function taken(
  ctx: EngineContext,
  source: AsyncIterable<Uint8Array>,
  openBank: () => Promise<BankScope>,
  use: (taken: Taken) => Promise<QueuedTransfer>,
): Promise<QueuedTransfer> {
  const object = await ctx.objects.receive(limited(source, ctx.settings.transferMaxMb));
  const { size, sha256 } = object;
  const operationId = randomUUID();
  const incoming = `${NO_BANK}${sha256}.${operationId}`;
  const kept: string[] = [];
  try {
    if (size === 0) throw bad("The file is empty (0 bytes): send the archive that an export wrote");
    await object.keep(incoming, ZIP);
    kept.push(incoming);
    const bytes = await ctx.objects.get(incoming);
    if (bytes === null) throw new HindsightError("storage_unavailable", "The object storage lost the archive. Send it again.");
    return await use({
      bytes,
      async queue(type, payload) {
        const bank = await openBank();
        const key = fileKey(bank, sha256, operationId);
        kept.push(key);
        await ctx.objects.put(key, bytes, ZIP);
        const queued = await queue(ctx, bank, type, { ...payload, storage_key: key, sha256, byte_size: size }, operationId);
        kept.pop();
        return queued;
      },
    });
  } finally {
    await object.discard();
    for (const key of kept)
      await ctx.objects.delete(key).catch((err) => ctx.log.warn({ key, err }, "an archive that came in stays until it is swept"));
  }
}

const ZIP = { contentType: "application/zip" } as const;

async function* limited(source: AsyncIterable<Uint8Array>, mostMb: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const bytes of source) {
    size += bytes.byteLength;
    if (size > mostMb * MB) throw tooLarge(mostMb);
    yield bytes;
  }
}

export function tooLarge(mostMb: number): HindsightError {
  return bad(`The archive is larger than ${mostMb} MB. Export fewer documents at once, or raise HINDSIGHT_API_TRANSFER_MAX_MB`);
}

/** The ids as they are stored. Throws `document_not_found` for one that the bank does not have. */
async function known(ctx: EngineContext, bank: BankScope, documentIds: readonly string[] | null): Promise<readonly string[] | null> {
  if (documentIds === null) return null;
  const ids = [...new Set(documentIds.map(cleanName))];
  const there = await readDocumentRevisions(ctx.db, bank, ids);
  const missing = ids.find((id) => !there.has(id));
  if (missing !== undefined) throw new HindsightError("document_not_found", `Document '${missing}' not found`);
  return ids;
}

/** Exports go beside anything; an import goes after what was queued for the same bank before. */
async function queue(ctx: EngineContext, bank: BankScope, type: string, payload: object, operationId?: string): Promise<QueuedTransfer> {
  const documents = type === work.EXPORT_BANK || type === work.EXPORT_DOCUMENTS ? [] : null;
  const { operationId: id } = await enqueue(ctx, bank, {
    type,
    operationId: operationId ?? null,
    parts: [{ payload: { ...payload }, itemsCount: 1, documentId: null, documents }],
    resultMetadata: {},
  });
  return { operationId: id };
}
