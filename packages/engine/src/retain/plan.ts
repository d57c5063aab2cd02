import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { readJson } from "../domain/text/split/json-form.js";
import { HindsightError } from "../errors.js";
import { readLastChunk } from "../store/chunks/read-last-chunk.js";
import { type DocumentHead, readDocumentHeads } from "../store/documents/read-document-heads.js";
import { readDocumentText } from "../store/documents/read-document-text.js";
import type { DocumentRow } from "../store/documents/upsert-documents.js";
import { type DocumentMemory, readDocumentMemories } from "../store/memories/read-document-memories.js";
import { delta, type Line } from "./delta.js";
import type { DocumentDraft, Item } from "./item.js";
import { appendText, type LaidChunk, layOut, sha256, type Tail } from "./lay-out.js";
import type { SettingsOf } from "./settings.js";
import { type Piece, split as splitItem } from "./split.js";

/** What is to happen to one document, worked out on what is stored now. */
export interface DocumentPlan {
  readonly draft: DocumentDraft;
  /** The content hash that the plan stands on; null: there must be no such document. The writer compares it under the bank's lock. */
  readonly base: string | null;
  readonly pieces: readonly Piece[];
  /** True for a made-up id: which items it holds is known when it is written, so that its chunks are laid out then, and `lines` is empty. */
  readonly isLaidOutLate: boolean;
  /** How the document will be, in the order of its text; of an append the new lines only. */
  readonly lines: readonly Line[];
  readonly changed: readonly LaidChunk[];
  readonly chunkCount: number;
  readonly forgotten: readonly number[];
  /** The stored memories, where the place of the new ones depends on them; empty for an append to a document with a run of its own. */
  readonly stored: readonly DocumentMemory[];
  readonly isAppend: boolean;
  /** True for a queued replace that comes after a newer one: it changes nothing. */
  readonly isSuperseded: boolean;
  readonly isNew: boolean;
  readonly row: DocumentRow;
}

/** Memories up to which a document is written in one transaction, all or nothing at once. */
export const ATOMIC_UNITS = 1_000;

export function unitCount(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.units.length, 0);
}

/** Plans documents. `skipPieces` is for an append that was written in part before a crash: its text is stored, its first pieces are. */
export async function planDocuments(
  ctx: EngineContext,
  bank: BankScope,
  drafts: readonly DocumentDraft[],
  settingsOf: SettingsOf,
  skipPieces = 0,
): Promise<readonly DocumentPlan[]> {
  const split = drafts.map((draft) => draft.items.flatMap((item) => splitItem(item, settingsOf(item))));
  const isLate = drafts.map((draft, index) => draft.isGenerated && unitCount(split[index] ?? []) <= ATOMIC_UNITS);
  const named = drafts.filter((_, index) => !isLate[index]).map((draft) => draft.documentId);
  const heads = new Map((named.length === 0 ? [] : await readDocumentHeads(ctx.db, bank, named)).map((head) => [head.documentId, head]));
  const replaced = drafts.filter((draft) => draft.updateMode === "replace" && heads.has(draft.documentId)).map((draft) => draft.documentId);
  const memories = replaced.length === 0 ? [] : await readDocumentMemories(ctx.db, bank, replaced);
  const plans: DocumentPlan[] = [];
  for (const [index, draft] of drafts.entries()) {
    const pieces = split[index] ?? [];
    const head = heads.get(draft.documentId) ?? null;
    if (head !== null && draft.updateMode === "append")
      plans.push(await planAppend(ctx, bank, draft, pieces, head, settingsOf, skipPieces));
    else {
      const stored = memories.filter((memory) => memory.documentId === draft.documentId);
      plans.push(planReplace(draft, pieces, head, stored, settingsOf, isLate[index] ?? false));
    }
  }
  return plans;
}

const NO_CHANGE = { lines: [], changed: [], forgotten: [] } as const;

function planReplace(
  draft: DocumentDraft,
  pieces: readonly Piece[],
  head: DocumentHead | null,
  stored: readonly DocumentMemory[],
  settingsOf: SettingsOf,
  isLaidOutLate: boolean,
): DocumentPlan {
  const isSuperseded = head?.submittedAt != null && head.submittedAt > draft.submittedAt;
  const chunks = isLaidOutLate ? [] : layOut(pieces, 0, null);
  return {
    ...(isSuperseded ? NO_CHANGE : delta(head?.chunkHashes ?? [], stored, chunks)),
    isSuperseded,
    draft,
    base: head?.contentHash ?? null,
    pieces,
    isLaidOutLate,
    chunkCount: chunks.length,
    stored,
    isAppend: false,
    isNew: head === null,
    row: documentRow(draft, draft.items, textOf(draft.items), settingsOf, null),
  };
}

async function planAppend(
  ctx: EngineContext,
  bank: BankScope,
  draft: DocumentDraft,
  pieces: readonly Piece[],
  head: DocumentHead,
  settingsOf: SettingsOf,
  skipPieces: number,
): Promise<DocumentPlan> {
  const before = await readDocumentText(ctx.db, bank, draft.documentId);
  if (before === null) throw textNotKept();
  const last = await readLastChunk(ctx.db, bank, draft.documentId);
  const rest = pieces.slice(skipPieces);
  const chunks = layOut(rest, head.chunkHashes.length, last === null ? null : tailOf(last));
  const text = skipPieces > 0 ? before : appendText(before, textOf(draft.items));
  return {
    draft,
    base: head.contentHash,
    pieces: rest,
    isLaidOutLate: false,
    lines: chunks.flatMap((chunk) =>
      chunk.pieces.flatMap((piece) => piece.units.map((unit): Line => ({ memory: null, unit, chunk, piece }))),
    ),
    changed: chunks,
    chunkCount: Math.max(head.chunkHashes.length, (chunks.at(-1)?.index ?? -1) + 1),
    forgotten: [],
    stored: await memoriesWithoutOwnRun(ctx, bank, draft.documentId),
    isAppend: true,
    isSuperseded: false,
    isNew: false,
    row: documentRow(draft, draft.items, text, settingsOf, head),
  };
}

/** The memories of a document whose place an append may change: all of them, or, where they are in a run of their own, none. */
async function memoriesWithoutOwnRun(ctx: EngineContext, bank: BankScope, documentId: string): Promise<readonly DocumentMemory[]> {
  const [first] = await readDocumentMemories(ctx.db, bank, [documentId], 1);
  return first === undefined || first.isInOwnRun ? [] : readDocumentMemories(ctx.db, bank, [documentId]);
}

function tailOf(last: NonNullable<Awaited<ReturnType<typeof readLastChunk>>>): Tail {
  return { index: last.chunkIndex, text: last.text, attributes: last.lastMemory, isTurn: last.lastMemory?.isTurn ?? false };
}

/** Throws like a plan would, for a request that can be refused before it is queued. */
export function textNotKept(): HindsightError {
  return new HindsightError(
    "bad_argument",
    "update_mode append needs the stored text of the document, and this bank has store_document_text off. Switch it on, or send the whole document.",
  );
}

/** The text of a document from its items: arrays of messages as one array, anything else line after line. */
function textOf(items: readonly Item[]): string {
  const contents = items.map((item) => item.content);
  const forms = contents.length > 1 && contents.every((content) => content.trimStart().startsWith("[")) ? contents.map(readJson) : [];
  const records = forms.map((form) => (form?.kind === "array" ? form.records : null));
  return records.length > 0 && !records.includes(null) ? JSON.stringify(records.flat()) : contents.join("\n");
}

/** The row of a document that is made of these items, after `head` where it is appended to. */
export function documentRow(
  draft: DocumentDraft,
  items: readonly Item[],
  text: string,
  settingsOf: SettingsOf,
  head: DocumentHead | null,
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
    },
    metadata: Object.assign({}, head?.metadata, ...items.map((item) => item.metadata)) as Readonly<Record<string, string>>,
    tags: [...new Set([...(head?.tags ?? []), ...items.flatMap((item) => item.tags)])],
    generated: draft.isGenerated,
    submittedAt: draft.submittedAt,
  };
}

/** The row of a made-up document without the items that stand elsewhere. */
export function rowWithout(plan: DocumentPlan, items: readonly Item[], settingsOf: SettingsOf): DocumentRow {
  return documentRow(plan.draft, items, textOf(items), settingsOf, null);
}
