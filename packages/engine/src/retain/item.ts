import type { Attachment } from "../domain/attachments.js";
import type { Mention, Moment } from "../domain/memory.js";
import type { ObservationScopes } from "../domain/requests.js";
import type { InstructionSign, Lessons, Trust } from "../domain/trust.js";

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
  /** How far it is to be believed; null until the bank's policy is read. */
  readonly trust: Trust | null;
  /** What may be learnt from its memories; absent is all. */
  readonly lessons?: Lessons;
  /** What stands in the content as placeholders; the bytes are in object storage. */
  readonly attachments: readonly Attachment[];
}

/** Whether observations may be formed of a memory with these signs of instructions. */
export function teaches({ lessons = "all" }: Pick<Item, "lessons">, signs: readonly InstructionSign[]): boolean {
  return lessons === "all" || (lessons === "clean" && signs.length === 0);
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
