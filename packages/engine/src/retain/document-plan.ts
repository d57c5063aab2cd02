// The plan of one document, and what its kinds have in common.
// In: the operation that writes, and the head of the document as it is stored. Out: whether it has begun it, or come too late.
// A plan stands on a revision; when that has moved, it is stale, and is made again.

import type { DocumentHead } from "../store/documents/read-document-heads.js";
import type { DocumentRow } from "../store/documents/upsert-documents.js";
import type { DocumentMemory } from "../store/memories/read-document-memories.js";
import type { KeptLine, Line } from "./delta.js";
import type { DocumentDraft } from "./item.js";
import type { LaidChunk } from "./lay-out.js";
import type { Piece } from "./split.js";

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

/** Thrown for an append to a document that another operation has half written: to be tried again when that is done. */
export class HalfWritten extends Error {}

/** Thrown when a document is no longer what its plan stood on; plan again. */
export class StalePlan extends Error {}

/** True when this operation has begun to write the document. */
export function isOwn(head: DocumentHead, writer: Writer | null): boolean {
  return writer !== null && head.writing?.operation === writer.operationId;
}

/** True when a replace that was asked for after this operation stands already. */
export function isOvertaken(head: DocumentHead | null, writer: Writer | null): boolean {
  return writer !== null && head?.replacedNo != null && head.replacedNo > writer.sequence;
}
