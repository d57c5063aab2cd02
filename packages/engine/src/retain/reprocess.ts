import type { EngineContext } from "../context.js";
import type { Attachment } from "../domain/attachments.js";
import { cleanName } from "../domain/names.js";
import type { ObservationScopes } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import type { Enqueued } from "../operations/index.js";
import { listAttachments } from "../store/attachments/list-attachments.js";
import { getDocument } from "../store/documents/get-document.js";
import type { DocumentDraft, Item } from "./item.js";
import { readRetainSettings } from "./settings.js";
import { submit } from "./submit.js";

/** What a document keeps of its first item (`document.retain_params`). */
interface RetainParams {
  readonly context?: string | null;
  readonly event_date?: string | null;
  readonly event_offset_minutes?: number;
  readonly observation_scopes?: ObservationScopes | null;
  readonly strategy?: string;
}

/**
 * Queues a document to be read again, all of it, by the settings in force now. It keeps its id, the time of its creation, and the context, date,
 * metadata, tags and scopes that it was retained with; its memories are made anew. Throws `document_not_found` for an unknown document, and for one
 * whose text is not kept.
 */
export async function reprocess(ctx: EngineContext, bank: BankScope, documentId: string): Promise<Enqueued> {
  const id = cleanName(documentId);
  const document = await getDocument(ctx.db, bank, id);
  if (document === null) throw new HindsightError("document_not_found", `Document '${documentId}' not found`);
  const text = document.originalText;
  if (text === null || text === "") {
    throw new HindsightError(
      "document_not_found",
      `The text of document '${documentId}' is not kept (store_document_text was off), so there is nothing to read again. Retain it anew.`,
    );
  }
  const attachments = (await listAttachments(ctx.db, bank, [id])).map(({ documentId: _, ...attachment }): Attachment => attachment);
  const params = document.retainParams as RetainParams;
  const item: Item = {
    index: 0,
    content: text,
    said: params.event_date == null ? null : { at: new Date(params.event_date), offsetMinutes: params.event_offset_minutes ?? 0 },
    isTimeGiven: true,
    context: params.context ?? null,
    metadata: document.metadata as Item["metadata"],
    tags: document.tags,
    entities: [],
    observationScopes: params.observation_scopes ?? null,
    strategy: params.strategy ?? null,
    attachments,
  };
  const draft: DocumentDraft = { documentId: id, isGenerated: false, updateMode: "replace", isAnew: true, items: [item] };
  return submit(ctx, bank, [draft], await readRetainSettings(ctx, bank), null);
}
