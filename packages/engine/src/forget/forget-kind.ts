import type { MemoryKind } from "../domain/memory.js";
import type { BankScope } from "../domain/scope.js";
import { deleteInvalidatedKind } from "../store/curation/delete-invalidated-kind.js";
import type { Db } from "../store/db.js";
import { insertDocumentEvents } from "../store/document-events/insert-document-events.js";
import { touchDocumentsOfKind } from "../store/documents/touch-documents-of-kind.js";
import { deleteEndedExtractions } from "../store/extractions/delete-ended-extractions.js";
import { forgetLlmTexts } from "../store/llm-requests/forget-llm-texts.js";
import { countByDocument } from "../store/memories/count-by-document.js";
import { findMemoryNumbers } from "../store/memories/find-memory-numbers.js";
import type { Consolidating } from "./ask-for-consolidation.js";
import { forgetMemories } from "./forget-memories.js";
import { forgetObservations } from "./forget-observations.js";
import { type Forgotten, NOTHING_FORGOTTEN } from "./forgotten.js";

/**
 * Forgets the memories of one kind. Documents stay, since memories of the other kinds stand on them too. They have a new revision: a retain that was
 * planned on the memories is planned again, and retaining such a document again makes what is missing. Observations that stand on the facts go with them.
 */
export async function forgetKind(tx: Db, bank: BankScope, kind: MemoryKind, engine: Consolidating): Promise<Forgotten> {
  if (kind === "observation") return forgetObservations(tx, bank, engine);
  await touchDocumentsOfKind(tx, bank, kind);
  await deleteInvalidatedKind(tx, bank, kind);
  await deleteEndedExtractions(tx, bank, null); // facts that a failed operation had read
  const numbers = await findMemoryNumbers(tx, bank, { kind });
  if (numbers.length === 0) return NOTHING_FORGOTTEN;
  const documents = await countByDocument(tx, bank, kind);
  await insertDocumentEvents(
    tx,
    bank,
    documents.map(({ documentId, memories }) => ({ documentId, kind: "fact_deleted", factsRemoved: memories })),
  );
  await forgetLlmTexts(tx, bank, null); // a call that read a document may have answered with such a memory
  return forgetMemories(tx, bank, numbers, { cause: "deleted", engine });
}
