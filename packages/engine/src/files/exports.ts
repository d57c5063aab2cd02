// Exports: archives of a bank that wait to be fetched.
// In: a bank and the id of an export. Out: where its archive lies in object storage, the key under which callers know it, and its bytes.
// An archive lies below its bank's own prefix, so that it goes with the bank; whoever writes one takes it away again.

import type { Settings } from "../config/index.js";
import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { bankPrefix } from "./keys.js";

/** Where the archive of an export lies. `exportId` is a UUID: that of its operation. */
export function exportObjectKey(bank: BankScope, exportId: string): string {
  return `${bankPrefix(bank)}exports/${exportId}/transfer.zip`;
}

/** The key by which callers fetch it, as the contract writes it: with the bank's public id. It is one of the route's, and none of object storage. */
export function exportKey(bankId: string, exportId: string): string {
  return `banks/${bankId}/exports/${exportId}/transfer.zip`;
}

/** An archive on its way out. */
export interface ExportArchive {
  readonly bankId: string;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  readonly body: ReadableStream<Uint8Array>;
}

type ExportGround = Pick<EngineContext, "objects"> & { readonly settings: Pick<Settings, "enableDocumentExportApi"> };

/** Throws `feature_disabled` where exports are switched off, `export_not_found` when the bank has no archive of that export. */
export async function readExport(
  { objects, settings }: ExportGround,
  bank: BankScope,
  exportId: string,
  signal?: AbortSignal,
): Promise<ExportArchive> {
  if (!settings.enableDocumentExportApi)
    throw new HindsightError(
      "feature_disabled",
      "The download of exports is switched off; HINDSIGHT_API_ENABLE_DOCUMENT_EXPORT_API=true enables it.",
    );
  const found = await objects.read(exportObjectKey(bank, exportId), signal);
  if (found === null) throw new HindsightError("export_not_found", `Bank '${bank.bankId}' has no archive of the export '${exportId}'.`);
  return { bankId: bank.bankId, filename: `${bank.bankId}-documents.zip`, ...found };
}
