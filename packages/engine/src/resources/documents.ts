import { attachmentsOfTexts } from "../attachments/index.js";
import { cleanName, cleanTags, exceedsBytes, MAX_NAME_BYTES } from "../domain/names.js";
import type { ChunkDetail, DocumentFilter, StoredChunk } from "../domain/resources.js";
import type { BankScope } from "../domain/scope.js";
import { sanitise } from "../domain/text/sanitise.js";
import { HindsightError } from "../errors.js";
import { forgetDocument, freeDocument, reportOf, scopedReadings, unsayWhatLeft } from "../forget/index.js";
import { policyOf, type Screened, screenedUnder } from "../guard/defense/index.js";
import type { Hindsight } from "../hindsight.js";
import { listAttachments } from "../store/attachments/list-attachments.js";
import { countChunks } from "../store/chunks/count-chunks.js";
import { listChunks } from "../store/chunks/list-chunks.js";
import { rescopeInvalidated } from "../store/curation/rescope-invalidated.js";
import { retagInvalidated } from "../store/curation/retag-invalidated.js";
import type { Db } from "../store/db.js";
import { countDocumentEvents } from "../store/document-events/count-document-events.js";
import { insertDocumentEvents } from "../store/document-events/insert-document-events.js";
import { listDocumentEvents } from "../store/document-events/list-document-events.js";
import { countDocuments } from "../store/documents/count-documents.js";
import { documentExists } from "../store/documents/document-exists.js";
import { getDocument } from "../store/documents/get-document.js";
import { listDocuments } from "../store/documents/list-documents.js";
import { updateDocument } from "../store/documents/update-document.js";
import { findMemoryNumbers } from "../store/memories/find-memory-numbers.js";
import { rescopeMemories } from "../store/memories/rescope-memories.js";
import { retagMemories } from "../store/memories/retag-memories.js";
import { retagRuns } from "../store/runs/retag-runs.js";
import type { ResourceContext } from "./engine.js";
import { page } from "./page.js";
import { changingMemories } from "./writing.js";

type DocumentFields = Parameters<Hindsight["documents"]["update"]>[2];

/** What is found by memory defense in new tags is told to `onDefended`. */
export function documentResource(context: ResourceContext, onDefended?: Screened["onDefended"]): Omit<Hindsight["documents"], "reprocess"> {
  const { db, banks, engine } = context;
  return {
    async list(bankId, asked) {
      const bank = await banks.open(bankId);
      const filter = cleaned(asked);
      return page(
        filter,
        () => listDocuments(db, bank, filter),
        () => countDocuments(db, bank, filter),
      );
    },
    async get(bankId, documentId) {
      const bank = await banks.open(bankId);
      const document = await getDocument(db, bank, cleanName(documentId));
      if (document === null) throw documentNotFound(documentId);
      const attachments = (await listAttachments(db, bank, [document.id])).map(({ documentId: _, ...attachment }) => attachment);
      return { ...document, attachments };
    },
    async update(bankId, documentId, given) {
      const bank = await banks.open(bankId);
      const id = cleanName(documentId);
      const policy = await policyOf({ db, settings: { bank: context.defaults } }, bank);
      const fields = await screenedUnder({ onDefended }, bank, policy, ({ clean }) => cleanFields(given, clean));
      const tags = fields.tags && cleanTags(fields.tags);
      if (tags?.some((tag) => exceedsBytes(tag, MAX_NAME_BYTES))) {
        throw new HindsightError("invalid_request", `A tag is longer than ${MAX_NAME_BYTES} bytes of UTF-8. Shorten it.`);
      }
      await changingMemories(db, bank, async (tx) => {
        if (!(await updateDocument(tx, bank, id, { ...fields, tags }))) throw documentNotFound(documentId);
        if (!tags && fields.observationScopes === undefined) return;
        const { observationIds } = await freeDocument(tx, bank, id, engine);
        if (tags) await retag(tx, bank, id, tags);
        if (fields.observationScopes !== undefined) {
          await rescopeMemories(tx, bank, id, fields.observationScopes);
          await rescopeInvalidated(tx, bank, id, fields.observationScopes);
        }
        await insertDocumentEvents(tx, bank, [{ documentId: id, kind: "retag", observationsRemoved: observationIds }]);
      });
    },
    async delete(bankId, documentId) {
      const bank = await banks.open(bankId);
      const forgotten = await changingMemories(db, bank, (tx) => forgetDocument(tx, bank, cleanName(documentId), engine));
      if (forgotten === null) throw documentNotFound(documentId); // only now: what was queued of it is gone all the same
      return reportOf(forgotten);
    },
    async history(bankId, documentId, paging) {
      const bank = await banks.find(bankId);
      const id = cleanName(documentId);
      return page(
        paging,
        async () => (bank === null ? [] : listDocumentEvents(db, bank, id, paging)),
        async () => (bank === null ? 0 : countDocumentEvents(db, bank, id)),
      );
    },
    async chunks(bankId, documentId, paging) {
      const bank = await banks.open(bankId);
      const id = cleanName(documentId);
      if (!(await documentExists(db, bank, id))) throw documentNotFound(documentId);
      return page(
        paging,
        async () => withAttachments(db, bank, await listChunks(db, bank, id, paging)),
        () => countChunks(db, bank, id),
      );
    },
  };
}

/** Tags, and scopes made of tags, through `clean`. */
function cleanFields({ tags, observationScopes: scopes, ...others }: DocumentFields, clean: (text: string) => string): DocumentFields {
  const each = (texts: readonly string[]) => [...new Set(texts.map(clean))];
  const cleanScopes = typeof scopes === "object" && scopes !== null ? scopes.map(each) : scopes;
  return { ...others, ...(tags && { tags: each(tags) }), ...(scopes !== undefined && { observationScopes: cleanScopes }) };
}

/** Standing answers that may not show a memory under its new tags say it no more. */
async function retag(tx: Db, bank: BankScope, documentId: string, tags: readonly string[]): Promise<void> {
  const read = await scopedReadings(tx, bank, await findMemoryNumbers(tx, bank, { documentId }));
  await retagRuns(tx, bank, documentId, tags);
  await retagMemories(tx, bank, documentId, tags);
  await retagInvalidated(tx, bank, documentId, tags);
  await unsayWhatLeft(tx, bank, read);
}

/** Chunks with the attachments that stand in their text. */
export async function withAttachments<Chunk extends StoredChunk>(
  db: Db,
  bank: BankScope,
  chunks: readonly Chunk[],
): Promise<readonly (Chunk & Pick<ChunkDetail, "attachments">)[]> {
  const attached = await attachmentsOfTexts({ db }, bank, chunks);
  return chunks.map((chunk, index) => ({ ...chunk, attachments: attached[index] ?? [] }));
}

function documentNotFound(documentId: string): HindsightError {
  return new HindsightError("document_not_found", `Document '${documentId}' not found`);
}

function cleaned(filter: DocumentFilter): DocumentFilter {
  return { ...filter, q: filter.q ? sanitise(filter.q) : null, tags: (filter.tags ?? []).map(cleanName) };
}
