// A document that is written anew: what stays of the version before, what changes, and what goes.

import type { DocumentHead } from "../store/documents/read-document-heads.js";
import type { DocumentMemory } from "../store/memories/read-document-memories.js";
import { type Delta, delta, type KeptLine } from "./delta.js";
import { type DocumentPlan, isOvertaken, isOwn, StalePlan, type Writer } from "./document-plan.js";
import { documentRow, textOf } from "./document-row.js";
import type { DocumentDraft } from "./item.js";
import { layOut, sha256 } from "./lay-out.js";
import type { SettingsOf } from "./settings.js";
import type { Piece } from "./split.js";

const NO_CHANGE = { lines: [], changed: [], unread: [], forgotten: [], invalidated: [] } as const;

/** Throws `StalePlan` for a document to be read again whose text is another by now. */
export function planReplace(
  draft: DocumentDraft,
  pieces: readonly Piece[],
  head: DocumentHead | null,
  all: readonly DocumentMemory[],
  settingsOf: SettingsOf,
  writer: Writer | null,
  isLaidOutLate: boolean,
): DocumentPlan {
  requireSame(draft, head, writer);
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

/** A document that is read again was changed between the look at its text and the one at its head. */
function requireSame(draft: DocumentDraft, head: DocumentHead | null, writer: Writer | null): void {
  if (draft.isAnew !== true || head === null || isOwn(head, writer) || isOvertaken(head, writer)) return;
  if (head.contentHash !== sha256(textOf(draft.items))) throw new StalePlan(draft.documentId);
}
