import type { EngineContext } from "../context.js";
import { cleanName } from "../domain/names.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { Enqueued } from "../operations/index.js";
import { getDocument } from "../store/documents/get-document.js";
import { draftAnew } from "./draft-anew.js";
import { readRetainSettings } from "./settings.js";
import { submit } from "./submit.js";

/**
 * Queues a document to be read again, all of it, by the settings in force now. It keeps its id, the time of its creation, and the context, date,
 * metadata, tags and scopes that it was retained with; its memories are made anew. What it is when its turn comes counts: what was appended meanwhile is
 * read too, what was deleted stays deleted. Throws `document_not_found` for an unknown document, and for one whose text is not kept.
 */
export async function reprocess(ctx: EngineContext, bank: BankScope, documentId: string): Promise<Enqueued> {
  const id = cleanName(documentId);
  const document = await getDocument(ctx.db, bank, id);
  if (document === null) throw new HindsightError("document_not_found", `Document '${documentId}' not found`);
  if (document.originalText === null || document.originalText === "") {
    throw new HindsightError(
      "document_not_found",
      `The text of document '${documentId}' is not kept (store_document_text was off), so there is nothing to read again. Retain it anew.`,
    );
  }
  return submit(ctx, bank, [await draftAnew(ctx, bank, document, document.originalText)], await readRetainSettings(ctx, bank), {
    operationId: null,
  });
}
