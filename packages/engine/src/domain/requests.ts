// What callers ask for, in the engine's own spelling; the HTTP layer translates names, nothing else.
// In: nothing. Out: types only.

import type { Attachment, ContentBlock } from "./attachments.js";
import type { DefenseReport } from "./defense.js";
import type { MemoryKind } from "./memory.js";
import type { MemoryPrompt } from "./memory-prompt.js";
import type { InstructionSign, Trust } from "./trust.js";

export type UpdateMode = "replace" | "append";
export type ObservationScopes = "per_tag" | "combined" | "all_combinations" | "shared" | readonly (readonly string[])[];

export interface RetainItem {
  /** Text, or blocks of text, images and files. */
  readonly content: string | readonly ContentBlock[];
  /** ISO 8601; absent or null means now, "unset" means no date at all. */
  readonly timestamp?: string | null;
  readonly context?: string | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly documentId?: string | null;
  readonly entities?: readonly { readonly text: string; readonly type?: string | null }[] | null;
  readonly resolveEntities?: boolean;
  readonly tags?: readonly string[] | null;
  readonly observationScopes?: ObservationScopes | null;
  readonly strategy?: string | null;
  readonly updateMode?: UpdateMode | null;
  /** How far what it says is to be believed; absent is what the bank's memory defense says, else `normal`. */
  readonly sourceTrust?: Trust | null;
}

export interface RetainRequest {
  readonly items: readonly RetainItem[];
  readonly async?: boolean;
  readonly documentTags?: readonly string[] | null;
  readonly operationId?: string | null;
}

/** What became of one item. A retain never claims more than it did. */
export interface ItemReceipt {
  readonly index: number;
  readonly documentId: string;
  /** `superseded`: not written, or written over, because a newer replace of the document came first. `blocked`: by the bank's memory defense. */
  readonly outcome: "stored" | "updated" | "unchanged" | "collapsed" | "empty" | "superseded" | "blocked";
  readonly memoryIds: readonly string[];
  readonly chunks: number;
  /** Units that were not stored because the bank already holds this statement. */
  readonly collapsed: number;
  /** The memories that hold it; they are among `memoryIds` too. */
  readonly collapsedInto: readonly string[];
  /** Memories removed because a replace left them without text. */
  readonly removed: number;
}

export interface RetainReceipt {
  readonly items: readonly ItemReceipt[];
  readonly stored: number;
  readonly collapsed: number;
  readonly removed: number;
  /** Memories of this call whose vector was still pending when it was answered; their words find them meanwhile. */
  readonly pendingEmbeddings: number;
}

/** What language models counted for one call of a verb; all 0 when none was asked. */
export interface UsageTotals {
  /** Includes `cached`. */
  readonly input: number;
  /** Without `thoughts`. */
  readonly output: number;
  readonly total: number;
  readonly cached: number;
  readonly thoughts: number;
}

export interface RetainResult {
  readonly bankId: string;
  readonly itemsCount: number;
  readonly async: boolean;
  readonly operationId: string | null;
  readonly operationIds: readonly string[] | null;
  readonly receipt: RetainReceipt | null;
  /** Null for an asynchronous call: its operation keeps it. */
  readonly usage: UsageTotals | null;
  /** Strategies that items name and the bank does not have: the bank's own settings held instead. */
  readonly unknownStrategies: readonly string[];
  /** What the bank's memory defense took out or blocked; null when it found nothing. */
  readonly defense: DefenseReport | null;
}

export type Budget = "low" | "mid" | "high";
export type TagsMatch = "any" | "all" | "any_strict" | "all_strict" | "exact";

export type TagGroup =
  | { readonly tags: readonly string[]; readonly match?: TagsMatch; readonly resolve?: "exact" | "fuzzy" }
  | { readonly and: readonly TagGroup[] }
  | { readonly or: readonly TagGroup[] }
  | { readonly not: TagGroup };

export interface MinScores {
  readonly semantic?: number | null;
  readonly keyword?: number | null;
  readonly reranker?: number | null;
  readonly final?: number | null;
}

export interface RecallInclude {
  /** Absent means on; null turns entities off. */
  readonly entities?: { readonly maxTokens?: number } | null;
  readonly chunks?: { readonly maxTokens?: number } | null;
  readonly sourceFacts?: { readonly maxTokens?: number; readonly maxTokensPerObservation?: number } | null;
}

/** `prompt`: the results also as one block of text, fenced as data, that as a whole keeps to max_tokens. */
export type RecallFormat = "memories" | "prompt";

export interface RecallRequest {
  readonly query: string;
  readonly types?: readonly MemoryKind[] | null;
  readonly preferObservations?: boolean | null;
  readonly budget?: Budget;
  readonly maxTokens?: number;
  readonly trace?: boolean;
  /** ISO 8601: the reference for relative dates and recency. */
  readonly queryTimestamp?: string | null;
  readonly include?: RecallInclude;
  readonly tags?: readonly string[] | null;
  readonly tagsMatch?: TagsMatch;
  readonly tagGroups?: readonly TagGroup[] | null;
  readonly minScores?: MinScores | null;
  readonly temporalWindow?: { readonly start: string; readonly end: string } | null;
  readonly format?: RecallFormat;
  /** Longest time of the cross-encoder, in milliseconds, 0 to 60,000; 0 leaves it out, null is the bank's setting. */
  readonly rerankBudgetMs?: number | null;
}

export interface RecalledMemory {
  readonly id: string;
  readonly text: string;
  readonly kind: MemoryKind;
  readonly entities: readonly string[] | null;
  readonly context: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  readonly documentId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly chunkId: string | null;
  readonly tags: readonly string[];
  readonly sourceFactIds: readonly string[] | null;
  readonly attachments: readonly Attachment[];
  readonly trust: Trust;
  /** Ways in which its text instructs whoever reads it; empty for almost every memory. */
  readonly instructionSigns: readonly InstructionSign[];
  readonly scores: {
    readonly final: number;
    readonly reranker: number | null;
    readonly semantic: number | null;
    readonly keyword: number | null;
  };
}

export interface RecallResult {
  readonly results: readonly RecalledMemory[];
  /** With `format: "prompt"`. */
  readonly prompt: MemoryPrompt | null;
  readonly trace: Readonly<Record<string, unknown>> | null;
  readonly entities: Readonly<Record<string, { readonly entityId: string; readonly canonicalName: string }>> | null;
  readonly chunks: Readonly<
    Record<
      string,
      {
        readonly id: string;
        readonly text: string;
        readonly chunkIndex: number;
        readonly truncated: boolean;
        readonly attachments: readonly Attachment[];
      }
    >
  > | null;
  readonly sourceFacts: Readonly<Record<string, RecalledMemory>> | null;
  readonly sourceFactsTruncated: boolean | null;
  /** What was cut short or could not take part (`embedding`, `reranker_time`, …); empty when the recall is all that it can be. */
  readonly degraded: readonly string[];
}
