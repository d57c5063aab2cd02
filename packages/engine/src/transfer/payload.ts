import type { DocumentConflict, TransferScope } from "../domain/transfer.js";

export const EXPORT_BANK = "export_bank";
export const IMPORT_BANK = "import_bank";
export const CLONE_BANK = "clone_bank";
export const EXPORT_DOCUMENTS = "export_documents";
export const IMPORT_DOCUMENTS = "import_documents";

export interface ExportPayload {
  readonly include_data: boolean;
  readonly include_bank_config: boolean;
  readonly include_history: boolean;
  readonly include_observations: boolean;
  readonly include_knowledge_base: boolean;
  readonly document_ids: readonly string[] | null;
}

export interface ClonePayload extends Pick<ExportPayload, "include_data" | "include_bank_config" | "include_history"> {
  readonly target_bank_id: string;
}

/** Where the archive lies that came in, and what it is. */
export interface UploadPayload {
  readonly storage_key: string;
  readonly sha256: string;
  readonly byte_size: number;
}

export interface ImportBankPayload extends UploadPayload, Pick<ExportPayload, "include_data" | "include_bank_config" | "include_history"> {
  /** Null is the archive's own name. */
  readonly target_bank_id: string | null;
}

export interface ImportDocumentsPayload extends UploadPayload {
  readonly document_conflict: DocumentConflict;
}

export function scopeFields({ includeData, includeConfig, includeHistory }: TransferScope) {
  return { include_data: includeData, include_bank_config: includeConfig, include_history: includeHistory };
}

export function fieldsScope(fields: Pick<ExportPayload, "include_data" | "include_bank_config" | "include_history">): TransferScope {
  return { includeData: fields.include_data, includeConfig: fields.include_bank_config, includeHistory: fields.include_history };
}
