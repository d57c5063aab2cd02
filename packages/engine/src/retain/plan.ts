import type { EngineContext } from "../context.js";
import type { BankScope } from "../domain/scope.js";
import { readInvalidatedMemories } from "../store/curation/read-invalidated-memories.js";
import { type DocumentHead, readDocumentHeads } from "../store/documents/read-document-heads.js";
import { readDocumentMemories } from "../store/memories/read-document-memories.js";
import { ATOMIC_UNITS, type DocumentPlan, isOwn, unitCount, type Writer } from "./document-plan.js";
import { refreshed } from "./draft-anew.js";
import type { DocumentDraft, Item } from "./item.js";
import { planAppend } from "./plan-append.js";
import { planReplace } from "./plan-replace.js";
import type { Reader, UnreadChunk } from "./read.js";
import type { SettingsOf } from "./settings.js";
import { type Piece, split as splitItem, withReadings } from "./split.js";

export interface PlanOptions {
  readonly writer: Writer | null;
  /** What language models read so far. */
  readonly reader: Pick<Reader, "of">;
  readonly skipPieces?: number;
}

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
      plans.push(await planAppend(ctx, bank, draft, pieces, head, settingsOf, writer, skipPieces));
    } else {
      const stored = [...memories, ...out].filter((memory) => memory.documentId === draft.documentId);
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
