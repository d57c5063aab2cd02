// Transfer: a bank, or some of its documents, as an archive that another bank is made of.
// In: nothing. Out: types; names of results are those of the contract.

/** What goes into an archive, or what is taken out of one. */
export interface TransferScope {
  /** Documents, memories and what was learnt from them. */
  readonly includeData: boolean;
  /** Name, settings, directives and webhooks. */
  readonly includeConfig: boolean;
  /** The audit log and the trace of model calls. */
  readonly includeHistory: boolean;
}

export interface BankExportOptions extends Partial<TransferScope> {
  /** Only these documents; then neither configuration nor history is asked for. */
  readonly documentIds?: readonly string[] | null;
}

export interface DocumentExportOptions {
  /** Only these documents; null or absent is all. */
  readonly documentIds?: readonly string[] | null;
  /** Observations with their evidence and history; of the whole bank alone. */
  readonly includeObservations?: boolean;
  /** Mental models and pages. */
  readonly includeKnowledgeBase?: boolean;
}

export const DOCUMENT_CONFLICTS = ["skip", "replace", "new-id"] as const;
/** What becomes of a document whose id the bank has already. */
export type DocumentConflict = (typeof DOCUMENT_CONFLICTS)[number];

export const IMPORT_MODES = ["restore", "merge"] as const;

export interface BankImportOptions extends Partial<TransferScope> {
  /** `restore` makes a bank, `merge` folds the documents into the one that is named. */
  readonly mode?: string;
  /** The bank to make; the archive's own name when absent. */
  readonly targetBankId?: string | null;
  readonly documentConflict?: string;
  /** Told of the bank that is to be made, before anything is queued: what it throws refuses the import. */
  readonly onTarget?: (bankId: string) => Promise<void>;
}

/** Work that was queued. */
export interface QueuedTransfer {
  readonly operationId: string;
}

export interface BankTransfer {
  /** Queues the export of a bank. Throws `bank_not_found`, `bad_argument` for a choice of documents beside configuration or history. */
  export(bankId: string, options?: BankExportOptions): Promise<QueuedTransfer>;
  /** Takes an archive in and queues its import. The bank is made when missing, since the operation is its own. Throws `bad_argument`. */
  import(bankId: string, archive: AsyncIterable<Uint8Array>, options?: BankImportOptions): Promise<QueuedTransfer>;
  /** Queues a copy of a bank under another name. Throws `bank_not_found`, `bad_argument` when there is such a bank. */
  clone(bankId: string, targetBankId: string, options?: Partial<TransferScope>): Promise<QueuedTransfer>;
  /** Queues the export of documents. Throws `bank_not_found`, `bad_argument`. */
  exportDocuments(bankId: string, options?: DocumentExportOptions): Promise<QueuedTransfer>;
  /** Takes an archive in and queues the import of its documents. Throws `bad_argument` for a file that is no archive of documents. */
  importDocuments(bankId: string, archive: AsyncIterable<Uint8Array>, options?: { readonly onConflict?: string }): Promise<QueuedTransfer>;
}

/** One row of a table, by its columns, as JSON. */
export type Row = Readonly<Record<string, unknown>>;
