import { readJson } from "../domain/text/split/json-form.js";
import type { DocumentHead, DocumentWriting } from "../store/documents/read-document-heads.js";
import type { DocumentRow } from "../store/documents/upsert-documents.js";
import type { DocumentPlan, Writer } from "./document-plan.js";
import type { DocumentDraft, Item } from "./item.js";
import { joinRecords, sha256 } from "./lay-out.js";
import type { SettingsOf } from "./settings.js";

/** The text of a document from its items: arrays of messages as one array, anything else line after line. */
export function textOf(items: readonly Item[]): string {
  const contents = items.map((item) => item.content);
  const forms = contents.length > 1 && contents.every((content) => content.trimStart().startsWith("[")) ? contents.map(readJson) : [];
  const sources = forms.flatMap((form) => (form?.kind === "array" ? [form.sources] : []));
  return sources.length > 0 && sources.length === forms.length ? joinRecords(sources.flat()) : contents.join("\n");
}

export interface RowOf {
  /** The document that is appended to. */
  readonly head: DocumentHead | null;
  readonly writer: Writer | null;
  readonly isReplace: boolean;
  /** What the document carries if it takes several steps; the one who slices the plan decides whether it does. */
  readonly writing: { readonly mode: DocumentWriting["mode"]; readonly before: DocumentWriting | null };
}

/** The row of a document that is made of these items. */
export function documentRow(
  draft: DocumentDraft,
  items: readonly Item[],
  text: string,
  settingsOf: SettingsOf,
  { head, writer, isReplace, writing }: RowOf,
): DocumentRow {
  const first = items[0] as Item;
  return {
    documentId: draft.documentId,
    originalText: settingsOf(first).storesText ? text : null,
    textLength: text.length,
    contentHash: sha256(text),
    retainParams: head?.retainParams ?? {
      context: first.context,
      event_date: first.said?.at.toISOString() ?? null,
      metadata: first.metadata,
      observation_scopes: first.observationScopes,
      ...(first.said === null || first.said.offsetMinutes === 0 ? {} : { event_offset_minutes: first.said.offsetMinutes }),
      ...(first.isTimeGiven ? {} : { event_date_of_call: true }),
      ...(first.strategy === null ? {} : { strategy: first.strategy }),
      ...(first.trust === null || first.trust === "normal" ? {} : { source_trust: first.trust }),
      ...(first.lessons === undefined || first.lessons === "all" ? {} : { lessons: first.lessons }),
    },
    metadata: Object.assign({}, head?.metadata, ...items.map((item) => item.metadata)) as Readonly<Record<string, string>>,
    tags: [...new Set([...(head?.tags ?? []), ...items.flatMap((item) => item.tags)])],
    generated: draft.isGenerated,
    isReplace,
    sequence: writer?.sequence ?? null,
    writing: writer === null ? null : { ...writing.before, mode: writing.mode, operation: writer.operationId },
  };
}

/** The row of a made-up document without the items that stand elsewhere. */
export function rowWithout(plan: DocumentPlan, items: readonly Item[], settingsOf: SettingsOf): DocumentRow {
  const { isReplace, sequence, writing } = plan.row;
  const row = documentRow(plan.draft, items, textOf(items), settingsOf, {
    head: null,
    writer: null,
    isReplace,
    writing: { mode: "replace", before: null },
  });
  return { ...row, sequence, writing };
}
