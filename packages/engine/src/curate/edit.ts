import type { EngineContext } from "../context.js";
import type { MemoryChange } from "../domain/curation.js";
import type { BankScope } from "../domain/scope.js";
import { askForConsolidation, forgetLearnt, type Manner, NOTHING_FORGOTTEN } from "../forget/index.js";
import type { Treatments } from "../guard/defense/index.js";
import { deleteAlikeLinks } from "../store/curation/delete-alike-links.js";
import { listSourceDocuments } from "../store/curation/list-source-documents.js";
import type { CuratedFact } from "../store/curation/read-fact.js";
import { touchDocuments } from "../store/curation/touch-documents.js";
import type { Db } from "../store/db.js";
import { insertDocumentEvents } from "../store/document-events/insert-document-events.js";
import { deletePostings } from "../store/postings/delete-postings.js";
import { changed } from "./changed.js";
import { indexFact } from "./index-fact.js";
import { renameFact } from "./names.js";

/** Whether a change is an edit, beside what it does with the state. */
export function isEdit({ state: _state, reason: _reason, resolveEntities: _resolve, ...edit }: MemoryChange): boolean {
  return Object.values(edit).some((value) => value !== undefined);
}

/**
 * Edits a fact. What was learnt of its old words goes as when the fact is deleted, standing answers too; other dates or another kind are for what was learnt
 * what a newer version of a document is. Its documents stay as they are; each notes the edit. An edit that changes nothing does nothing.
 */
export async function editFact(
  tx: Db,
  ctx: EngineContext,
  bank: BankScope,
  before: CuratedFact,
  change: MemoryChange,
  treatments: Treatments,
): Promise<void> {
  const { fact, fields } = changed(before, change);
  if (fields.length === 0) return;
  const { memoryNo } = fact;
  const documents = await listSourceDocuments(tx, bank, memoryNo);
  await touchDocuments(tx, bank, documents);
  const isReworded = fields.includes("text") || fields.includes("context");
  const manner: Manner = { cause: isReworded ? "deleted" : "replaced", engine: ctx };
  const isOther = isReworded || fields.some((field) => field !== "entities");
  const forgotten = isOther ? await forgetLearnt(tx, bank, [memoryNo], manner) : NOTHING_FORGOTTEN; // while what it said can still be found
  if (fields.includes("text")) await deleteAlikeLinks(tx, bank, memoryNo);
  await deletePostings(tx, bank, [memoryNo]); // the row says where they are
  await indexFact(tx, ctx, bank, fact, { isEdit: true, hasNewText: fields.includes("text"), treatments });
  await renameFact(tx, bank, before, fact, change, ctx.now());
  await insertDocumentEvents(
    tx,
    bank,
    documents.map((documentId) => ({ documentId, kind: "fact_edited", factId: fact.id, observationsRemoved: forgotten.observationIds })),
  );
  await askForConsolidation(tx, bank, ctx);
}
