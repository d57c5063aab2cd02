import {
  type BankExportOptions,
  type BankImportOptions,
  DOCUMENT_CONFLICTS,
  type DocumentConflict,
  IMPORT_MODES,
  type TransferScope,
} from "../domain/transfer.js";
import { HindsightError } from "../errors.js";

/** What the contract takes where nothing is said. */
export function scopeOf({ includeData, includeConfig, includeHistory }: Partial<TransferScope>): TransferScope {
  return { includeData: includeData ?? true, includeConfig: includeConfig ?? true, includeHistory: includeHistory ?? false };
}

/** Throws `bad_argument` for documents beside configuration or history, which are the whole bank's. */
export function exportScope(options: BankExportOptions): TransferScope & { readonly documentIds: readonly string[] | null } {
  const documentIds = options.documentIds ?? null;
  const scope = scopeOf(options);
  if (documentIds === null) return { ...scope, documentIds };
  if (scope.includeConfig || scope.includeHistory)
    throw bad(
      "document_id picks documents, and configuration and history are the whole bank's: send include_bank_config=false and include_history=false with it",
    );
  if (!scope.includeData) throw bad("document_id picks documents, and include_data=false leaves all of them out: send only one of the two");
  if (documentIds.length === 0) throw bad("document_id names no document");
  return { ...scope, documentIds };
}

/** Throws `bad_argument` for a word that is none of the contract's. */
export function conflictOf(word: string | undefined, name: string): DocumentConflict {
  const found = DOCUMENT_CONFLICTS.find((each) => each === (word ?? "skip"));
  if (found === undefined) throw bad(`${name} is one of ${DOCUMENT_CONFLICTS.join(", ")}`);
  return found;
}

export function modeOf({ mode }: BankImportOptions): (typeof IMPORT_MODES)[number] {
  const found = IMPORT_MODES.find((each) => each === (mode ?? "restore"));
  if (found === undefined) throw bad(`mode is one of ${IMPORT_MODES.join(", ")}`);
  return found;
}

export function bad(why: string): HindsightError {
  return new HindsightError("bad_argument", `${why}.`);
}
