import type { ItemReceipt, RetainReceipt } from "../domain/requests.js";

/** Items and memory ids that a stored receipt lists; its sums count everything. */
const LISTED_ITEMS = 1_000;
const LISTED_IDS = 5_000;

type Outcome = ItemReceipt["outcome"];

/** Collects what became of each item while a retain goes on. */
export interface ReceiptBook {
  /** Notes memories and chunks of an item; called again when its document is written in several steps. */
  note(index: number, documentId: string, part: NotedPart): void;
  /** The receipt so far. */
  close(pendingEmbeddings: number): RetainReceipt;
}

interface NotedPart {
  readonly outcome: Outcome;
  /** New memories, and those of the document that stay. */
  readonly memoryIds: readonly string[];
  readonly stored: number;
  readonly chunks: number;
  readonly collapsed: number;
  readonly collapsedInto: readonly string[];
  readonly removed: number;
}

interface Entry {
  documentId: string;
  outcome: Outcome;
  memoryIds: string[];
  chunks: number;
  collapsed: number;
  collapsedInto: string[];
  removed: number;
}

/** Opens a receipt; `from` is what an earlier run of the same operation had noted. */
export function openReceiptBook(from: RetainReceipt | null = null): ReceiptBook {
  const entries = new Map<number, Entry>();
  for (const { index, ...rest } of from?.items ?? [])
    entries.set(index, { ...rest, memoryIds: [...rest.memoryIds], collapsedInto: [...(rest.collapsedInto ?? [])] });
  const sums = { stored: from?.stored ?? 0, collapsed: from?.collapsed ?? 0, removed: from?.removed ?? 0 };
  return {
    note(index, documentId, part) {
      sums.stored += part.stored;
      sums.collapsed += part.collapsed;
      sums.removed += part.removed;
      const entry = entries.get(index);
      if (entry === undefined) {
        const { stored: _stored, memoryIds, collapsedInto, ...rest } = part;
        entries.set(index, { documentId, ...rest, memoryIds: [...memoryIds], collapsedInto: [...collapsedInto] });
        return;
      }
      entry.outcome = combined(entry.outcome, part.outcome);
      entry.memoryIds.push(...part.memoryIds);
      entry.chunks += part.chunks;
      entry.collapsed += part.collapsed;
      entry.collapsedInto.push(...part.collapsedInto);
      entry.removed += part.removed;
    },
    close: (pendingEmbeddings) => ({
      items: [...entries]
        .sort(([a], [b]) => a - b)
        .map(([index, entry]) => ({ index, ...entry, memoryIds: [...entry.memoryIds], collapsedInto: [...new Set(entry.collapsedInto)] })),
      ...sums,
      pendingEmbeddings,
    }),
  };
}

/** The outcome that says more: a step that changed nothing does not hide one that did. */
const WEIGHT: Readonly<Record<Outcome, number>> = {
  empty: 0,
  unchanged: 1,
  collapsed: 2,
  stored: 3,
  updated: 4,
  superseded: 5,
  blocked: 6,
};

function combined(a: Outcome, b: Outcome): Outcome {
  return WEIGHT[a] >= WEIGHT[b] ? a : b;
}

/** The receipt as an operation keeps it: bounded, with the sums of all and a flag when not everything is listed. */
export function boundedReceipt(receipt: RetainReceipt): RetainReceipt & { readonly truncated: boolean } {
  let room = LISTED_IDS;
  const items = receipt.items.slice(0, LISTED_ITEMS).map((item) => {
    const memoryIds = item.memoryIds.slice(0, Math.max(0, room));
    room -= memoryIds.length;
    return { ...item, memoryIds, collapsedInto: item.collapsedInto.slice(0, memoryIds.length) };
  });
  const listed = items.reduce((sum, item) => sum + item.memoryIds.length, 0);
  const all = receipt.items.reduce((sum, item) => sum + item.memoryIds.length, 0);
  return { ...receipt, items, truncated: items.length < receipt.items.length || listed < all };
}

/** A receipt that names what was blocked as well. */
export function withBlocked(
  receipt: RetainReceipt,
  blocked: readonly { readonly index: number; readonly documentId: string }[],
): RetainReceipt {
  if (blocked.length === 0) return receipt;
  const nothing = { outcome: "blocked", memoryIds: [], chunks: 0, collapsed: 0, collapsedInto: [], removed: 0 } as const;
  const items = [...receipt.items, ...blocked.map((one): ItemReceipt => ({ ...one, ...nothing }))];
  return { ...receipt, items: items.sort((a, b) => a.index - b.index) };
}

/** The receipts of two parts of one request as one. */
export function addReceipts(a: RetainReceipt, b: RetainReceipt): RetainReceipt {
  return {
    items: [...a.items, ...b.items].sort((x, y) => x.index - y.index),
    stored: a.stored + b.stored,
    collapsed: a.collapsed + b.collapsed,
    removed: a.removed + b.removed,
    pendingEmbeddings: a.pendingEmbeddings + b.pendingEmbeddings,
  };
}
