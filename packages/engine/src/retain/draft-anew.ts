import type { EngineContext } from "../context.js";
import type { Attachment } from "../domain/attachments.js";
import type { ObservationScopes } from "../domain/requests.js";
import type { BankScope } from "../domain/scope.js";
import type { Lessons, Trust } from "../domain/trust.js";
import { listAttachments } from "../store/attachments/list-attachments.js";
import { getDocument } from "../store/documents/get-document.js";
import type { DocumentDraft, Item } from "./item.js";

/** What a document keeps of its first item (`document.retain_params`). */
interface RetainParams {
  readonly context?: string | null;
  readonly event_date?: string | null;
  readonly event_offset_minutes?: number;
  /** True when the date is only that of the call: then a time that the text tells goes before it. */
  readonly event_date_of_call?: boolean;
  readonly observation_scopes?: ObservationScopes | null;
  readonly strategy?: string;
  readonly source_trust?: Trust;
  readonly lessons?: Lessons;
}

/** The draft of a document that is read again, as the document is now; as it was queued when there is none any more, or its text is not kept. */
export async function refreshed(ctx: EngineContext, bank: BankScope, draft: DocumentDraft): Promise<DocumentDraft> {
  if (draft.isAnew !== true) return draft;
  const document = await getDocument(ctx.db, bank, draft.documentId);
  const text = document?.originalText ?? "";
  return document === null || text === "" ? draft : draftAnew(ctx, bank, document, text);
}

/** A stored document as a draft that makes all of its memories anew. */
export async function draftAnew(
  ctx: EngineContext,
  bank: BankScope,
  document: NonNullable<Awaited<ReturnType<typeof getDocument>>>,
  text: string,
): Promise<DocumentDraft> {
  const attachments = (await listAttachments(ctx.db, bank, [document.id])).map(
    ({ documentId: _, ...attachment }): Attachment => attachment,
  );
  const params = document.retainParams as RetainParams;
  const item: Item = {
    index: 0,
    content: text,
    said: params.event_date == null ? null : { at: new Date(params.event_date), offsetMinutes: params.event_offset_minutes ?? 0 },
    isTimeGiven: params.event_date_of_call !== true,
    context: params.context ?? null,
    metadata: document.metadata as Item["metadata"],
    tags: document.tags,
    entities: [],
    observationScopes: params.observation_scopes ?? null,
    strategy: params.strategy ?? null,
    trust: params.source_trust ?? "normal",
    lessons: params.lessons ?? "all",
    attachments,
  };
  return { documentId: document.id, isGenerated: false, updateMode: "replace", isAnew: true, items: [item] };
}
