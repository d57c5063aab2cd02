import type { MemoryKind, Mention, TimeSpan } from "./memory.js";

/** What a language model made of a stretch of text: one fact, ready to be stored. Null fields were not said. */
export interface Reading {
  readonly text: string;
  readonly kind: Extract<MemoryKind, "world" | "experience">;
  /** Names and labels; labels have the kind `label`. */
  readonly mentions: readonly Mention[];
  /** Events only: when it happened, as exact as it was said. */
  readonly occurred: TimeSpan | null;
  /** Tags of labels whose group says so, beside the item's own. */
  readonly tags: readonly string[];
  /** Places, in the list of readings of the same chunk, of the facts that caused this one; each is smaller than this one's own place. */
  readonly causedBy: readonly number[];
  /** Ids of the attachments that it rests on. */
  readonly attachments: readonly string[];
}
