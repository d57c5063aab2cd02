import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { hasMark } from "../domain/text/redaction-mark.js";
import { HindsightError } from "../errors.js";
import { allTimes, askForConsolidation, settleSources } from "../forget/index.js";
import type { Treatments } from "../guard/defense/index.js";
import { readNames } from "../retain/index.js";
import { deleteInvalidated } from "../store/curation/delete-invalidated.js";
import type { InvalidatedMemory } from "../store/curation/find-invalidated.js";
import { handLinksOver } from "../store/curation/hand-links-over.js";
import { listSourceDocuments } from "../store/curation/list-source-documents.js";
import { readFact } from "../store/curation/read-fact.js";
import { replaceSourceEntities } from "../store/curation/replace-source-entities.js";
import { restoreMemory } from "../store/curation/restore-memory.js";
import { touchDocuments } from "../store/curation/touch-documents.js";
import type { Db } from "../store/db.js";
import { insertDocumentEvents } from "../store/document-events/insert-document-events.js";
import { recountEntities } from "../store/entities/recount-entities.js";
import { upsertEntities } from "../store/entities/upsert-entities.js";
import { insertAliasMentions } from "../store/entity-aliases/insert-alias-mentions.js";
import { insertMentions } from "../store/mentions/insert-mentions.js";
import { indexFact } from "./index-fact.js";

/** Puts a fact back in use, whole: words, dates, sources, names, causes, place. It is embedded and consolidated anew. */
export async function restoreFact(
  tx: Db,
  ctx: EngineContext,
  bank: BankScope,
  { memoryNo, id, names, at }: InvalidatedMemory,
  treatments: Treatments,
): Promise<void> {
  const documents = await listSourceDocuments(tx, bank, memoryNo);
  await touchDocuments(tx, bank, documents);
  await restoreMemory(tx, bank, memoryNo);
  await handLinksOver(tx, bank, memoryNo);
  await deleteInvalidated(tx, bank, [memoryNo]);
  const fact = await readFact(tx, bank, id);
  if (fact === null) throw new HindsightError("internal", `Memory '${id}' did not come back.`);
  await indexFact(tx, ctx, bank, fact, { isEdit: false, hasNewText: true, treatments });
  await nameFact(tx, bank, memoryNo, names, at);
  await settleSources(tx, bank, [memoryNo], { cause: "rederived", engine: ctx }); // a document that stated it may be gone since
  await insertDocumentEvents(
    tx,
    bank,
    documents.map((documentId) => ({ documentId, kind: "fact_restored", factId: id, factsAdded: 1 })),
  );
  await askForConsolidation(tx, bank, ctx);
}

/** Ties a fact to the entities of these names, which may be others than they were when it was last in use. */
async function nameFact(tx: Db, bank: BankScope, memoryNo: number, given: InvalidatedMemory["names"], at: Date): Promise<void> {
  const names = given.filter(({ name }) => !hasMark(name));
  if (names.length === 0) return;
  const found = await upsertEntities(
    tx,
    bank,
    names.map((name) => ({ ...name, mentions: 1, firstSeen: at, lastSeen: at })),
  );
  await readNames(
    tx,
    bank,
    names.map(({ name }) => name),
  );
  const ids = [...new Set(found.map(({ id }) => id))];
  await insertMentions(
    tx,
    bank,
    ids.map((entityId) => ({ memoryNo, entityId })),
  );
  await recountEntities(tx, bank, ids.map(allTimes));
  const own = new Set(found.filter(({ aliasId }) => aliasId === null).map(({ id }) => id));
  const byAlias = found.flatMap(({ id, aliasId }) => (aliasId === null ? [] : [{ aliasId, memoryNo, isBeside: own.has(id) }]));
  if (byAlias.length > 0) await insertAliasMentions(tx, bank, byAlias);
  const other = names.flatMap(({ id: from }, index) => {
    const to = found[index]?.id ?? from;
    return to === from ? [] : [{ from, to }];
  });
  if (other.length > 0) await replaceSourceEntities(tx, bank, other, memoryNo);
}
