// What became of a document, step by step.
// In: nothing. Out: types only.

/** What happened to a document (contract: document history). */
export type DocumentEventKind =
  | "retain"
  | "append"
  | "reprocess"
  | "retag"
  | "fact_edited"
  | "fact_invalidated"
  | "fact_restored"
  | "fact_deleted"
  | "observations_cleared"
  | "consolidation";

/** One step in the history of a document. It names facts and observations by id and never says their words. */
export interface DocumentEvent {
  readonly documentId: string;
  readonly kind: DocumentEventKind;
  /** The operation that did it; null for what a caller waited for. */
  readonly operationId: string | null;
  /** The one fact that it was about, if it was about one. */
  readonly factId: string | null;
  readonly factsAdded: number;
  readonly factsRemoved: number;
  readonly observationsCreated: readonly string[];
  readonly observationsUpdated: readonly string[];
  readonly observationsRemoved: readonly string[];
}

/** An event as it is stored. */
export interface StoredDocumentEvent extends DocumentEvent {
  readonly createdAt: Date;
}

/** What an event says beside its document and kind is as a rule nothing. */
export type NewDocumentEvent = Pick<DocumentEvent, "documentId" | "kind"> & Partial<DocumentEvent>;
