// What a reader finds in a source: items to retain, and what it leaves out or cannot read.
// In: nothing. Out: the types of an import; every format speaks them.

/** An item of `POST …/memories`, as the API takes it. */
export interface RetainItem {
  readonly content: string;
  readonly document_id: string;
  /** ISO 8601, or `unset`; absent where the content tells its own times. */
  readonly timestamp?: string;
  readonly context?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly tags?: readonly string[];
  readonly entities?: readonly { readonly text: string; readonly type?: string }[];
}

/** What an item was where it comes from. */
export type Kind = "memory" | "fact" | "entity" | "episode" | "conversation" | "session" | "note" | "file" | "item";

export interface FoundItem {
  readonly what: "item";
  readonly kind: Kind;
  /** Where it stands: the file, and the line where there is one. */
  readonly at: string;
  readonly item: RetainItem;
  /** The first and the last time that it tells, ISO 8601; null: it tells none. */
  readonly first: string | null;
  readonly last: string | null;
}

/** Something that is not sent. Left out as meant (`skipped`), or in need of mending (`failed`). */
export interface Omission {
  readonly what: "skipped" | "failed";
  readonly at: string;
  readonly why: string;
}

export type Found = FoundItem | Omission;

export const skipped = (at: string, why: string): Omission => ({ what: "skipped", at, why });
export const failed = (at: string, why: string): Omission => ({ what: "failed", at, why });

/** An item with the time that it tells, if any. */
export function found(kind: Kind, at: string, item: RetainItem, { first = null, last = first }: Times = {}): FoundItem {
  return {
    what: "item",
    kind,
    at,
    item: { ...item, ...(first === null || item.timestamp !== undefined ? {} : { timestamp: first }) },
    first,
    last,
  };
}

interface Times {
  readonly first?: string | null;
  readonly last?: string | null;
}
