// The handlers of transfers: what the worker does.

import { createHash } from "node:crypto";
import type { RequestContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { exportKey, exportObjectKey, fileKey } from "../files/index.js";
import { type OperationHandler, type OperationWork, operationsOf } from "../operations/index.js";
import { embeddingOf } from "../retain/index.js";
import type { Db } from "../store/db.js";
import { foreign } from "./archive/manifest.js";
import { openArchive } from "./archive/read.js";
import { mergeDocuments, type Origin, type Prepared, prepare, type RestoreScope } from "./in/import.js";
import { restoreInSteps } from "./in/staged.js";
import type { ExportPlan } from "./out/collect.js";
import { exportBank } from "./out/export.js";
import {
  type ClonePayload,
  type ExportPayload,
  fieldsScope,
  type ImportBankPayload,
  type ImportDocumentsPayload,
  type UploadPayload,
} from "./payload.js";

type Result = Readonly<Record<string, unknown>>;
const ZIP = "application/zip";
const MB = 1_048_576;

/** Exports a bank or documents of it; `suffix` ends the file's name (contract). */
export const exportHandler =
  (kind: ExportPlan["kind"], suffix: string): OperationHandler =>
  async (ctx, bank, work) => {
    const payload = work.payload as unknown as ExportPayload;
    await show(ctx, work, "exporting");
    const exported = await exportBank(ctx, bank, {
      kind,
      includes: {
        data: payload.include_data,
        config: payload.include_bank_config,
        history: payload.include_history,
        observations: payload.include_observations,
        knowledge_base: payload.include_knowledge_base,
      },
      documentIds: payload.document_ids,
    });
    try {
      await exported.object.keep(exportObjectKey(bank, work.operationId), { contentType: ZIP, signal: ctx.signal });
    } finally {
      await exported.object.discard();
    }
    return {
      storage_key: exportKey(bank.bankId, work.operationId),
      download_url: `/v1/default/files/download/${exportKey(encodeURIComponent(bank.bankId), work.operationId)}`,
      byte_size: exported.object.size,
      filename: `${bank.bankId}${suffix}`,
      documents_exported: exported.counts.document ?? 0,
      facts_exported: exported.counts.memory ?? 0,
      ...(exported.liveOperations > 0 ? { live_operations: exported.liveOperations } : {}),
      ...(exported.missingFiles > 0 ? { missing_files: exported.missingFiles } : {}),
    };
  };

/** Makes a bank of an archive that came in. */
export const importBankHandler: OperationHandler = async (ctx, bank, work) => {
  const payload = work.payload as unknown as ImportBankPayload;
  const prepared = await readArchive(ctx, bank, work, payload, { isOwn: false });
  const targetBankId = payload.target_bank_id;
  if (targetBankId === null) throw foreign(); // when it came in it could not be read
  return restored(ctx, bank, work, payload.storage_key, prepared, { targetBankId, scope: fieldsScope(payload) });
};

/** Folds documents of an archive that came in into the bank. */
export const importDocumentsHandler: OperationHandler = async (ctx, bank, work) => {
  const payload = work.payload as unknown as ImportDocumentsPayload;
  const prepared = await readArchive(ctx, bank, work, payload, { isOwn: false });
  return finished(ctx, work, payload.storage_key, (tx) => mergeDocuments(ctx, tx, bank, prepared, payload.document_conflict));
};

/** Copies a bank by way of an archive, so that there is one way of reading and writing banks. */
export const cloneHandler: OperationHandler = async (ctx, bank, work) => {
  const payload = work.payload as unknown as ClonePayload;
  const scope = fieldsScope(payload);
  await show(ctx, work, "exporting");
  const { object } = await exportBank(ctx, bank, {
    kind: "bank",
    includes: {
      data: scope.includeData,
      config: scope.includeConfig,
      history: scope.includeHistory,
      observations: scope.includeData,
      knowledge_base: scope.includeData,
    },
    documentIds: null,
  });
  const upload: UploadPayload = {
    storage_key: fileKey(bank, object.sha256, work.operationId),
    sha256: object.sha256,
    byte_size: object.size,
  };
  try {
    await object.keep(upload.storage_key, { contentType: ZIP, signal: ctx.signal });
  } finally {
    await object.discard();
  }
  try {
    const prepared = await readArchive(ctx, bank, work, upload, { isOwn: true });
    const target = { targetBankId: payload.target_bank_id, scope };
    return await restored(ctx, bank, work, upload.storage_key, prepared, target, { archive_byte_size: object.size });
  } finally {
    await drop(ctx, upload.storage_key);
  }
};

/** Fetches an archive and reads it whole. */
async function readArchive(
  ctx: RequestContext,
  bank: BankScope,
  work: OperationWork,
  upload: UploadPayload,
  origin: Origin,
): Promise<Prepared> {
  await show(ctx, work, "checking");
  const bytes = await ctx.objects.get(upload.storage_key, ctx.signal);
  if (bytes === null) throw notHere();
  if (createHash("sha256").update(bytes).digest("hex") !== upload.sha256)
    throw new HindsightError("file_unreadable", "The archive was changed in object storage. Send it again.");
  const archive = await openArchive(bytes, { maxUnpackedBytes: ctx.settings.transferMaxUnpackedMb * MB });
  const prepared = await prepare(ctx, bank, archive, origin);
  await show(ctx, work, "importing", archive.manifest.counts.memory ?? 0);
  return prepared;
}

/** Makes the bank, step by step, and ends the operation with the last one. */
async function restored(
  ctx: RequestContext,
  bank: BankScope,
  work: OperationWork,
  storageKey: string,
  prepared: Prepared,
  scope: RestoreScope,
  more: Result = {},
): Promise<undefined> {
  const { operationId } = work;
  await restoreInSteps(ctx, bank, prepared, { ...scope, operationId }, (tx, result) => work.complete(tx, { ...result, ...more }));
  return over(ctx, storageKey);
}

/** Writes in one transaction with the end of the operation: a bank that others are at home in is never seen half written. */
async function finished(
  ctx: RequestContext,
  work: OperationWork,
  storageKey: string,
  write: (tx: Db) => Promise<Result>,
): Promise<undefined> {
  ctx.signal.throwIfAborted();
  await ctx.db.transaction(async (tx) => work.complete(tx, await write(tx)));
  return over(ctx, storageKey);
}

/** Wakes what works on, and drops the archive. */
async function over(ctx: RequestContext, storageKey: string): Promise<undefined> {
  operationsOf(ctx.db)?.wake();
  embeddingOf(ctx.db)?.wake();
  await drop(ctx, storageKey);
  return undefined;
}

async function drop(ctx: RequestContext, key: string): Promise<void> {
  await ctx.objects.delete(key).catch((err: unknown) => ctx.log.warn({ key, err }, "an archive stays until it is swept"));
}

function show(ctx: RequestContext, work: OperationWork, stage: string, total?: number): Promise<void> {
  return work.progress({ stage, at: ctx.now().toISOString(), ...(total === undefined ? {} : { processed: 0, total }) });
}

function notHere(): HindsightError {
  return new HindsightError(
    "storage_unavailable",
    "The archive is not in the object storage that this worker reads. Servers and workers must share one: the same HINDSIGHT_DATA_DIR, or " +
      "HINDSIGHT_API_FILE_STORAGE_TYPE=s3 with one bucket. Then retry this operation; if the bytes are lost, send the archive again.",
  );
}
