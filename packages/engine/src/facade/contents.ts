// What may be asked of the engine about what a bank holds: memories, documents, and the entities that they name.
// In: bank ids or aliases, ids, filters and changes. Out: pages of details, and reports of what was deleted.
// Types only; `resources/` builds what has them.

import type { EntitySplit, MemoryChange } from "../domain/curation.js";
import type { StoredDocumentEvent } from "../domain/document-events.js";
import type { MemoryKind } from "../domain/memory.js";
import type { DeletionReport, ObservationChange } from "../domain/observations.js";
import type { ObservationScopes } from "../domain/requests.js";
import type {
  ChunkDetail,
  DocumentDetail,
  DocumentFilter,
  DocumentListItem,
  EntityDetail,
  EntityFilter,
  EntityRead,
  MemoryDetail,
  MemoryFilter,
  MemoryRead,
  Page,
  Paging,
} from "../domain/resources.js";

export interface Memories {
  list(bankId: string, filter: MemoryFilter): Promise<Page<MemoryDetail>>;
  /** One memory, also one that is out of use. */
  get(bankId: string, memoryId: string): Promise<MemoryRead>;
  /**
   * Edits a fact, takes it out of use, or puts it back. Throws `bad_argument` for an observation, for an edit of a fact that stays out of use, for a blank
   * text and for dates that are none.
   */
  update(bankId: string, memoryId: string, change: MemoryChange): Promise<MemoryRead>;
  /** Deletes all memories, or those of one kind, with the observations that stand on them. Of an unknown bank nothing goes. */
  deleteAll(bankId: string, kind: MemoryKind | null): Promise<DeletionReport>;
  /** Deletes the observations that stand on a fact; it and the other facts behind them are consolidated again. */
  deleteObservations(bankId: string, memoryId: string): Promise<DeletionReport>;
  /** How an observation came to say what it says, oldest change first; a fact has no history. */
  history(bankId: string, memoryId: string): Promise<readonly ObservationChange[]>;
}

export interface Documents {
  list(bankId: string, filter: DocumentFilter): Promise<Page<DocumentListItem>>;
  get(bankId: string, documentId: string): Promise<DocumentDetail>;
  /** Replaces tags (also on the document's memories) and observation scopes. */
  update(
    bankId: string,
    documentId: string,
    fields: { readonly tags?: readonly string[]; readonly observationScopes?: ObservationScopes | null },
  ): Promise<void>;
  /** Deletes the document with its chunks, its memories, and the observations that stand on them. */
  delete(bankId: string, documentId: string): Promise<DeletionReport>;
  /** What became of a document, newest first; empty for an unknown document or bank. */
  history(bankId: string, documentId: string, paging: Paging): Promise<Page<StoredDocumentEvent>>;
  chunks(bankId: string, documentId: string, paging: Paging): Promise<Page<ChunkDetail>>;
  /** Queues the document to be read again, all of it, by the settings in force now. Its text must be kept. */
  reprocess(bankId: string, documentId: string): Promise<{ readonly operationId: string; readonly itemsCount: number }>;
}

/** Under a tag filter: the entities that a memory which passes it mentions, counted over those memories alone. */
export interface Entities {
  /** `q`: part of a name; without a filter of tags also of an alias. */
  list(bankId: string, filter: Paging & EntityFilter & { readonly q?: string | null }): Promise<Page<EntityDetail>>;
  get(bankId: string, entityId: string, filter?: EntityFilter): Promise<EntityRead>;
  /** Makes entities one: what mentions the others mentions this one, and their names are its aliases. Labels are refused (`bad_argument`). */
  merge(bankId: string, entityId: string, others: readonly string[]): Promise<EntityRead>;
  /**
   * Gives an entity another name, in any script: questions with it find the entity's memories, and what is retained under it is about the entity. Refused
   * (`bad_argument`) for labels, and for a name of another entity.
   */
  addAlias(bankId: string, entityId: string, alias: string): Promise<EntityRead>;
  /** Takes away an alias, by name or id, that no memory has; one that memories have is split off (`bad_argument`). */
  removeAlias(bankId: string, entityId: string, alias: string): Promise<EntityRead>;
  /** Takes an entity apart, by an alias or by memories. Of `entity` nothing may be left: then it is null. */
  split(bankId: string, entityId: string, split: EntitySplit): Promise<{ readonly entity: EntityRead | null; readonly split: EntityRead }>;
}
