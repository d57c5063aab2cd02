import type { BankScope } from "../domain/scope.js";
import { type Consolidating, forgetMemories } from "../forget/index.js";
import { archiveMemory } from "../store/curation/archive-memory.js";
import { listSourceDocuments } from "../store/curation/list-source-documents.js";
import type { CuratedFact } from "../store/curation/read-fact.js";
import { touchDocuments } from "../store/curation/touch-documents.js";
import type { Db } from "../store/db.js";
import { insertDocumentEvents } from "../store/document-events/insert-document-events.js";

/**
 * Takes a fact out of use, for a reason or none. For every reader it is deleted: what was learnt of it goes, standing answers that may say it are withheld
 * at once. The fact itself is kept apart, with what is needed to put it back.
 */
export async function invalidateFact(
  tx: Db,
  engine: Consolidating,
  bank: BankScope,
  { memoryNo, id }: Pick<CuratedFact, "memoryNo" | "id">,
  reason: string | null,
): Promise<void> {
  const documents = await listSourceDocuments(tx, bank, memoryNo);
  await touchDocuments(tx, bank, documents);
  await archiveMemory(tx, bank, memoryNo, reason);
  const { observationIds } = await forgetMemories(tx, bank, [memoryNo], { cause: "deleted", engine });
  await insertDocumentEvents(
    tx,
    bank,
    documents.map((documentId) => ({
      documentId,
      kind: "fact_invalidated",
      factId: id,
      factsRemoved: 1,
      observationsRemoved: observationIds,
    })),
  );
}
