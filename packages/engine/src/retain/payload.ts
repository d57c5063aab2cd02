import type { Attachment } from "../domain/attachments.js";
import type { Mention } from "../domain/memory.js";
import type { ObservationScopes } from "../domain/requests.js";
import type { Lessons, Trust } from "../domain/trust.js";
import type { DocumentDraft, Item } from "./item.js";

/** A queued item as JSON, by the contract's names: `task_payload` is shown to callers. */
interface QueuedItem {
  readonly index: number;
  readonly content: string;
  /** ISO 8601 in UTC; null for no date. */
  readonly timestamp: string | null;
  readonly offset_minutes: number;
  readonly is_time_given: boolean;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly entities: readonly Mention[];
  readonly observation_scopes: ObservationScopes | null;
  readonly strategy: string | null;
  readonly attachments?: readonly Attachment[];
  readonly source_trust?: Trust;
  readonly lessons?: Lessons;
}

interface QueuedDocument {
  readonly document_id: string;
  readonly is_generated: boolean;
  readonly update_mode: "replace" | "append";
  readonly is_anew?: boolean;
  readonly items: readonly QueuedItem[];
}

/** What a queued retain keeps. Ids and times are in it, so that a second try after a crash makes the same documents. */
export function toPayload(drafts: readonly DocumentDraft[]): Readonly<Record<string, unknown>> {
  const documents = drafts.map(
    (draft): QueuedDocument => ({
      document_id: draft.documentId,
      is_generated: draft.isGenerated,
      update_mode: draft.updateMode,
      ...(draft.isAnew === true ? { is_anew: true } : {}),
      items: draft.items.map(toQueued),
    }),
  );
  return { documents };
}

/** Reads back what `toPayload` wrote. */
export function fromPayload(payload: Readonly<Record<string, unknown>>): readonly DocumentDraft[] {
  const documents = payload.documents as readonly QueuedDocument[];
  return documents.map((document) => ({
    documentId: document.document_id,
    isGenerated: document.is_generated,
    updateMode: document.update_mode,
    ...(document.is_anew === true ? { isAnew: true } : {}),
    items: document.items.map(fromQueued),
  }));
}

function toQueued(item: Item): QueuedItem {
  return {
    index: item.index,
    content: item.content,
    timestamp: item.said?.at.toISOString() ?? null,
    offset_minutes: item.said?.offsetMinutes ?? 0,
    is_time_given: item.isTimeGiven,
    context: item.context,
    metadata: item.metadata,
    tags: item.tags,
    entities: item.entities,
    observation_scopes: item.observationScopes,
    strategy: item.strategy,
    ...(item.attachments.length > 0 ? { attachments: item.attachments } : {}),
    ...(item.trust === null || item.trust === "normal" ? {} : { source_trust: item.trust }),
    ...(item.lessons === undefined || item.lessons === "all" ? {} : { lessons: item.lessons }),
  };
}

function fromQueued(item: QueuedItem): Item {
  return {
    index: item.index,
    content: item.content,
    said: item.timestamp === null ? null : { at: new Date(item.timestamp), offsetMinutes: item.offset_minutes },
    isTimeGiven: item.is_time_given,
    context: item.context,
    metadata: item.metadata,
    tags: item.tags,
    entities: item.entities,
    observationScopes: item.observation_scopes,
    strategy: item.strategy,
    attachments: item.attachments ?? [],
    trust: item.source_trust ?? null,
    ...(item.lessons === undefined ? {} : { lessons: item.lessons }),
  };
}
