// A document that grows at its end: the new lines behind the text that is stored.

import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { HindsightError } from "../errors.js";
import { readLastChunk } from "../store/chunks/read-last-chunk.js";
import { documentExists } from "../store/documents/document-exists.js";
import type { DocumentHead } from "../store/documents/read-document-heads.js";
import { readDocumentText } from "../store/documents/read-document-text.js";
import { type DocumentMemory, readDocumentMemories } from "../store/memories/read-document-memories.js";
import type { Line } from "./delta.js";
import { type DocumentPlan, HalfWritten, isOvertaken, isOwn, StalePlan, type Writer } from "./document-plan.js";
import { documentRow, textOf } from "./document-row.js";
import type { DocumentDraft } from "./item.js";
import { appendText, layOut, type Tail } from "./lay-out.js";
import type { SettingsOf } from "./settings.js";
import type { Piece } from "./split.js";

/**
 * Throws `HalfWritten` or `write_conflict` for a document that another operation has half written, and `bad_argument` where its text is not kept. Of the
 * draft's pieces the first `skipPieces` are stored, if this operation has begun it.
 */
export async function planAppend(
  ctx: EngineContext,
  bank: BankScope,
  draft: DocumentDraft,
  pieces: readonly Piece[],
  head: DocumentHead,
  settingsOf: SettingsOf,
  writer: Writer | null,
  skipPieces: number,
): Promise<DocumentPlan> {
  requireWhole(head, writer);
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

const LIVE = ["pending", "processing"];

function requireWhole(head: DocumentHead, writer: Writer | null): void {
  if (head.writing === null || isOwn(head, writer)) return;
  if (LIVE.includes(head.writerStatus ?? "")) throw new HalfWritten(head.documentId);
  throw new HindsightError(
    "write_conflict",
    `The document "${head.documentId}" is half written: operation ${head.writing.operation} is ${head.writerStatus ?? "gone"}. Retry that operation, or send the whole document.`,
  );
}

/** Throws like a plan would, for a request that can be refused before it is queued. */
export function textNotKept(): HindsightError {
  return new HindsightError(
    "bad_argument",
    "update_mode append needs the stored text of the document, and this bank has store_document_text off. Switch it on, or send the whole document.",
  );
}
