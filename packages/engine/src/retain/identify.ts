import { randomUUID } from "node:crypto";
import type { GuardedItem } from "./guard.js";
import type { DocumentDraft, Item } from "./item.js";

/**
 * Which items make which document (the contract's table): without any id, all items are one document under a made-up id; with one id, all items
 * belong to it; with several, each id is a document and every item without one is a document of its own. Documents come in the order in which
 * their first items do; the items of a document keep theirs.
 */
export function identify(items: readonly GuardedItem[]): readonly DocumentDraft[] {
  const ids = new Set(items.flatMap((item) => (item.documentId === null ? [] : [item.documentId])));
  const shared = ids.size === 0 ? randomUUID() : ids.size === 1 ? ([...ids][0] as string) : null;
  const drafts = new Map<string, GuardedItem[]>();
  for (const item of items) {
    const id = item.documentId ?? shared ?? randomUUID();
    const members = drafts.get(id);
    if (members === undefined) drafts.set(id, [item]);
    else members.push(item);
  }
  return [...drafts].map(([documentId, members]) => ({
    documentId,
    isGenerated: !ids.has(documentId),
    updateMode: members[0]?.updateMode ?? "replace",
    items: members.map(withoutDocument),
  }));
}

/** Ids that more than one item names: an asynchronous retain refuses them. */
export function repeatedIds(items: readonly GuardedItem[]): readonly string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { documentId } of items) {
    if (documentId === null) continue;
    if (seen.has(documentId)) repeated.add(documentId);
    seen.add(documentId);
  }
  return [...repeated];
}

function withoutDocument({ documentId: _id, updateMode: _mode, blobs: _blobs, ...item }: GuardedItem): Item {
  return item;
}
