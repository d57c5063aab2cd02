import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { readLastChunk } from "../store/chunks/read-last-chunk.js";
import { readInvalidatedMemories } from "../store/curation/read-invalidated-memories.js";
import { documentExists } from "../store/documents/document-exists.js";
import { type DocumentHead, readDocumentHeads } from "../store/documents/read-document-heads.js";
import { readDocumentText } from "../store/documents/read-document-text.js";
import type { DocumentRow } from "../store/documents/upsert-documents.js";
import { type DocumentMemory, readDocumentMemories } from "../store/memories/read-document-memories.js";
import { type Delta, delta, type KeptLine, type Line } from "./delta.js";
import { documentRow, textOf } from "./document-row.js";
import { refreshed } from "./draft-anew.js";
import type { DocumentDraft, Item } from "./item.js";
import { appendText, type LaidChunk, layOut, sha256, type Tail } from "./lay-out.js";
import type { Reader, UnreadChunk } from "./read.js";
import type { SettingsOf } from "./settings.js";
import { type Piece, split as splitItem, withReadings } from "./split.js";

/** What is to happen to one document, worked out on what is stored now. */
export interface DocumentPlan {
  readonly draft: DocumentDraft;
  /** The revision that the plan stands on; null: there must be no such document. The writer compares it under the bank's lock. */
  readonly base: number | null;
  readonly pieces: readonly Piece[];
  /** True for a made-up id: which items it holds is known when it is written, so that its chunks are laid out then, and `lines` is empty. */
  readonly isLaidOutLate: boolean;
  /** How the document will be, in the order of its text; of an append the new lines only. */
  readonly lines: readonly Line[];
  readonly changed: readonly LaidChunk[];
  /** What a language model has to read first; the plan is made again when it has. */
  readonly unread: readonly Piece[];
  readonly chunkCount: number;
  readonly forgotten: readonly number[];
  /** Facts out of use that stand in the new version: they are not made anew. */
  readonly invalidated: readonly KeptLine[];
  /** The stored memories, where the place of the new ones depends on them; empty for an append to a document with a run of its own. */
  readonly stored: readonly DocumentMemory[];
  readonly isAppend: boolean;
  /** Pieces of an append that are stored already, by an earlier step of the same operation; `pieces` are the others. */
  readonly piecesBefore: number;
  /** True for a queued write over which a newer replace was made: it changes nothing. */
  readonly isSuperseded: boolean;
  readonly isNew: boolean;
  readonly row: DocumentRow;
}

/** Memories up to which a document is written in one transaction, all or nothing at once. */
export const ATOMIC_UNITS = 1_000;

export function unitCount(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.units.length, 0);
}

/** The operation that writes. */
export interface Writer {
  readonly operationId: string;
  /** Its place in the order of submission. */
  readonly sequence: number;
}

export interface PlanOptions {
  readonly writer: Writer | null;
  /** What language models read so far. */
  readonly reader: Pick<Reader, "of">;
  readonly skipPieces?: number;
}

/** Thrown for an append to a document that another operation has half written: to be tried again when that is done. */
export class HalfWritten extends Error {}

/** Thrown when a document is no longer what its plan stood on; plan again. */
export class StalePlan extends Error {}

/**
 * Plans documents. A document that the same operation has begun is gone on with: of an append, `skipPieces` pieces and the text are stored; of a
 * replace, what its delta finds. An append waits for another's half-written document; a replace writes over it, and the other's rest is superseded.
 */
export async function planDocuments(
  ctx: EngineContext,
  bank: BankScope,
  given: readonly DocumentDraft[],
  settingsOf: SettingsOf,
  { writer, reader, skipPieces = 0 }: PlanOptions,
): Promise<readonly DocumentPlan[]> {
  const begun =
    writer === null || given.length > 1
      ? []
      : await readDocumentHeads(
          ctx.db,
          bank,
          given.slice(0, 1).map((draft) => draft.documentId),
        );
  const current = await Promise.all(given.map((draft) => refreshed(ctx, bank, draft)));
  const drafts = current.map((draft) =>
    asChanged(
      draft,
      begun.find((head) => isOwn(head, writer) && head.documentId === draft.documentId),
    ),
  );
  const split = drafts.map((draft) =>
    draft.items.flatMap((item) => splitItem(item, settingsOf(item)).map((piece) => asRead(piece, reader))),
  );
  const isLate = drafts.map((draft, index) => draft.isGenerated && canBeLaidOutLate(split[index] ?? []));
  const named = drafts.filter((_, index) => !isLate[index]).map((draft) => draft.documentId);
  const heads = new Map((named.length === 0 ? [] : await readDocumentHeads(ctx.db, bank, named)).map((head) => [head.documentId, head]));
  const isAppend = (draft: DocumentDraft, head: DocumentHead): boolean =>
    (isOwn(head, writer) ? head.writing?.mode : draft.updateMode) === "append";
  const replaced = drafts.flatMap(({ documentId }, index) => {
    const head = heads.get(documentId);
    return head === undefined || isAppend(drafts[index] as DocumentDraft, head) ? [] : [documentId];
  });
  const memories = replaced.length === 0 ? [] : await readDocumentMemories(ctx.db, bank, replaced);
  const out = replaced.length === 0 ? [] : await readInvalidatedMemories(ctx.db, bank, replaced);
  const plans: DocumentPlan[] = [];
  for (const [index, draft] of drafts.entries()) {
    const pieces = split[index] ?? [];
    const head = heads.get(draft.documentId) ?? null;
    if (head !== null && isAppend(draft, head)) {
      requireWhole(head, writer);
      plans.push(await planAppend(ctx, bank, draft, pieces, head, settingsOf, writer, skipPieces));
    } else {
      const stored = [...memories, ...out].filter((memory) => memory.documentId === draft.documentId);
      requireSame(draft, head, writer);
      plans.push(planReplace(draft, pieces, head, stored, settingsOf, writer, isLate[index] ?? false));
    }
  }
  return plans;
}

function asRead(piece: Piece, reader: Pick<Reader, "of">): Piece {
  const readings = piece.toRead === null ? undefined : reader.of(piece.toRead);
  return readings === undefined ? piece : withReadings(piece, readings);
}

function canBeLaidOutLate(pieces: readonly Piece[]): boolean {
  return unitCount(pieces) <= ATOMIC_UNITS && pieces.every((piece) => piece.toRead?.isRead !== false);
}

/** What language models have to read before these plans are whole. */
export function unreadOf(plans: readonly DocumentPlan[]): readonly UnreadChunk[] {
  return plans.flatMap(({ draft: { documentId, isAnew = false }, unread }) => unread.map((piece) => ({ documentId, isAnew, piece })));
}

function isOwn(head: DocumentHead, writer: Writer | null): boolean {
  return writer !== null && head.writing?.operation === writer.operationId;
}

/** A draft with the tags and scopes that its document was given since the operation began it: whoever changed them came later. */
function asChanged(draft: DocumentDraft, head: DocumentHead | undefined): DocumentDraft {
  const { retagged = false, rescoped = false } = head?.writing ?? {};
  if (head === undefined || !(retagged || rescoped)) return draft;
  const scopes = (head.retainParams.observation_scopes ?? null) as Item["observationScopes"];
  return {
    ...draft,
    items: draft.items.map((item) => ({
      ...item,
      ...(retagged ? { tags: head.tags } : {}),
      ...(rescoped ? { observationScopes: scopes } : {}),
    })),
  };
}

const LIVE = ["pending", "processing"];

function requireWhole(head: DocumentHead, writer: Writer | null): void {
  if (head.writing === null || isOwn(head, writer)) return;
  if (LIVE.includes(head.writerStatus ?? "")) throw new HalfWritten(head.documentId);
  throw new HindsightError(
    "write_conflict",
    `The document "${head.documentId}" is half written: operation ${head.writing.operation} is ${head.writerStatus ?? "gone"}. Retry that operation, or send the whole document.`,
  );
}

/** A document that is read again was changed between the look at its text and the one at its head. */
function requireSame(draft: DocumentDraft, head: DocumentHead | null, writer: Writer | null): void {
  if (draft.isAnew !== true || head === null || isOwn(head, writer) || isOvertaken(head, writer)) return;
  if (head.contentHash !== sha256(textOf(draft.items))) throw new StalePlan(draft.documentId);
}

const NO_CHANGE = { lines: [], changed: [], unread: [], forgotten: [], invalidated: [] } as const;

function planReplace(
  draft: DocumentDraft,
  pieces: readonly Piece[],
  head: DocumentHead | null,
  all: readonly DocumentMemory[],
  settingsOf: SettingsOf,
  writer: Writer | null,
  isLaidOutLate: boolean,
): DocumentPlan {
  const isResumed = head !== null && isOwn(head, writer);
  const isGone = draft.isAnew === true && head === null; // deleted since it was to be read again
  const isSuperseded = isGone || (!isResumed && isOvertaken(head, writer) && draft.updateMode === "replace");
  const chunks = isLaidOutLate ? [] : layOut(pieces, 0, null);
  return {
    ...(isSuperseded
      ? NO_CHANGE
      : inUse(delta(head?.chunkHashes ?? [], all, chunks, { oldSources: head?.chunkSources ?? [], isAnew: draft.isAnew === true }), all)),
    isSuperseded,
    draft,
    base: head?.revision ?? null,
    piecesBefore: 0,
    pieces,
    isLaidOutLate,
    chunkCount: chunks.length,
    stored: all.filter(({ isInvalidated }) => !isInvalidated),
    isAppend: false,
    isNew: head === null,
    row: documentRow(draft, draft.items, textOf(draft.items), settingsOf, {
      head: null,
      writer,
      isReplace: draft.updateMode === "replace",
      writing: { mode: "replace", before: isResumed ? head.writing : null },
    }),
  };
}

/** A delta of what is in use, with what is out of use apart. */
function inUse({ lines, forgotten, ...rest }: Delta, all: readonly DocumentMemory[]): Delta & Pick<DocumentPlan, "invalidated"> {
  const out = new Set(all.filter(({ isInvalidated }) => isInvalidated).map(({ memoryNo }) => memoryNo));
  if (out.size === 0) return { ...rest, lines, forgotten, invalidated: [] };
  return {
    ...rest,
    lines: lines.filter(({ memory }) => memory?.isInvalidated !== true),
    forgotten: forgotten.filter((memoryNo) => !out.has(memoryNo)),
    invalidated: lines.filter((line): line is KeptLine => line.memory?.isInvalidated === true),
  };
}

/** True when a replace that was asked for after this operation stands already. */
function isOvertaken(head: DocumentHead | null, writer: Writer | null): boolean {
  return writer !== null && head?.replacedNo != null && head.replacedNo > writer.sequence;
}

async function planAppend(
  ctx: EngineContext,
  bank: BankScope,
  draft: DocumentDraft,
  pieces: readonly Piece[],
  head: DocumentHead,
  settingsOf: SettingsOf,
  writer: Writer | null,
  skipPieces: number,
): Promise<DocumentPlan> {
  const before = await readDocumentText(ctx.db, bank, draft.documentId);
  if (before === null) {
    const isThere = await documentExists(ctx.db, bank, draft.documentId);
    throw isThere ? textNotKept() : new StalePlan(draft.documentId); // deleted since its head was read
  }
  const last = await readLastChunk(ctx.db, bank, draft.documentId);
  const isResumed = isOwn(head, writer);
  const isSuperseded = !isResumed && skipPieces > 0 && isOvertaken(head, writer); // its first part was replaced, and its text with it
  const piecesBefore = isResumed ? skipPieces : 0;
  const rest = isSuperseded ? [] : pieces.slice(piecesBefore);
  const chunks = layOut(rest, head.chunkHashes.length, last === null ? null : tailOf(last));
  const text = isResumed || isSuperseded ? before : appendText(before, textOf(draft.items));
  return {
    draft,
    base: head.revision,
    piecesBefore,
    pieces: rest,
    isLaidOutLate: false,
    lines: chunks.flatMap((chunk) =>
      chunk.pieces.flatMap((piece) => piece.units.map((unit): Line => ({ memory: null, unit, chunk, piece }))),
    ),
    changed: chunks,
    unread: rest.filter((piece) => piece.toRead?.isRead === false),
    chunkCount: Math.max(head.chunkHashes.length, (chunks.at(-1)?.index ?? -1) + 1),
    forgotten: [],
    invalidated: [],
    stored: await memoriesWithoutOwnRun(ctx, bank, draft.documentId),
    isAppend: true,
    isSuperseded,
    isNew: false,
    row: documentRow(draft, draft.items, text, settingsOf, {
      head,
      writer,
      isReplace: false,
      writing: { mode: "append", before: isResumed ? head.writing : null },
    }),
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
