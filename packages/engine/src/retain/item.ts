import type { Attachment } from "../domain/attachments.js";
import type { Mention, Moment } from "../domain/memory.js";
import type { ObservationScopes } from "../domain/requests.js";

/** One item of a request, checked and cleaned. It is what a queued retain keeps: plain values, nothing that depends on when the work is done. */
export interface Item {
  /** Place in the request. */
  readonly index: number;
  readonly content: string;
  /** When it was said; null: the caller wants no date at all. "Now" has been filled in already. */
  readonly said: Moment | null;
  /** False when the time is only that of the call. */
  readonly isTimeGiven: boolean;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  /** Named by the caller. */
  readonly entities: readonly Mention[];
  readonly observationScopes: ObservationScopes | null;
  readonly strategy: string | null;
  /** What stands in the content as placeholders; the bytes are in object storage. */
  readonly attachments: readonly Attachment[];
}

/** The items that make one document of this request, in order. */
export interface DocumentDraft {
  readonly documentId: string;
  /** True when the caller gave no id and this one was made up. */
  readonly isGenerated: boolean;
  readonly updateMode: "replace" | "append";
  /** True when all of it is to be read again, also what did not change. */
  readonly isAnew?: boolean;
  readonly items: readonly Item[];
}
