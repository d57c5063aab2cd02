// Mental models: standing answers to stored questions, as callers make and read them.
// In: nothing. Out: types, and the content of a model before its first refresh.

import type { MemoryKind } from "./memory.js";
import type { StalenessCode } from "./model-staleness.js";
import type { Budget, TagGroup, TagsMatch, UsageTotals } from "./requests.js";
import type { Paging } from "./resources.js";

/** What a model says until its first refresh is through; clients show it (contract). */
export const PLACEHOLDER = "Generating content...";

/** What it says while no memory in its scope speaks to its question. It is no answer: nothing builds on it. */
export const NOTHING_KNOWN_YET = "Nothing is known about this yet.\n";

/** When and how a model is refreshed. Fields as in the contract; in the store only those that were set. */
export interface Trigger {
  readonly mode: "full" | "delta";
  readonly refreshAfterConsolidation: boolean;
  /** Five fields, UTC. */
  readonly refreshCron: string | null;
  readonly fullRefreshCron: string | null;
  /** Null is the bank's setting, 0 none. */
  readonly minRefreshIntervalSeconds: number | null;
  readonly budget: Budget | null;
  readonly factTypes: readonly MemoryKind[] | null;
  readonly excludeMentalModels: boolean;
  readonly excludeMentalModelIds: readonly string[] | null;
  readonly tagsMatch: TagsMatch | null;
  /** In place of the model's own tags. */
  readonly tagGroups: readonly TagGroup[] | null;
  readonly includeChunks: boolean | null;
  readonly recallMaxTokens: number | null;
  readonly recallChunksMaxTokens: number | null;
  readonly searchObservationsMaxTokens: number | null;
  readonly searchObservationsIncludeEntities: boolean | null;
  readonly responseSchema: Readonly<Record<string, unknown>> | null;
  readonly keepTrace: boolean;
}

export interface MentalModelFields {
  /** Made up (`mm-…`) when absent or null. */
  readonly id?: string | null;
  readonly name: string;
  readonly sourceQuery: string;
  readonly tags?: readonly string[];
  /** 256 to 8192; 2048 when absent. */
  readonly maxTokens?: number;
  readonly trigger?: Partial<Trigger>;
}

export interface MentalModel {
  readonly id: string;
  readonly name: string;
  readonly sourceQuery: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly maxTokens: number;
  readonly trigger: Trigger;
  /** Of the last refresh, as it is kept: keys of the contract. */
  readonly reflectResponse: Readonly<Record<string, unknown>> | null;
  readonly lastRefreshedAt: Date | null;
  readonly lastFullRefreshedAt: Date | null;
  readonly lastRefreshFailedAt: Date | null;
  readonly lastMemorySeenAt: Date | null;
  readonly createdAt: Date;
  readonly isKnowledgePage: boolean;
  readonly isStale: boolean;
  /** Why it is stale, in a word and in a sentence; null when it is not. */
  readonly stalenessCode: StalenessCode | null;
  readonly stalenessReason: string | null;
}

/** How much of a model is read. */
export type MentalModelDetail = "metadata" | "content" | "full";

export interface MentalModelFilter extends Paging {
  /** `metadata` when absent: what it leaves out is empty. */
  readonly detail?: MentalModelDetail;
  /** Models that share a tag (`any`), hold all (`all`) or have these and no others (`exact`); the first two also untagged ones. */
  readonly tags?: readonly string[];
  readonly tagsMatch?: "any" | "all" | "exact";
  readonly excludeKnowledgePages?: boolean;
}

/** One change of a model, or one failed refresh. */
export interface MentalModelChange {
  readonly previousContent: string | null;
  readonly previousReflectResponse: Readonly<Record<string, unknown>> | null;
  readonly changedAt: Date;
  readonly kind: string;
  readonly outcome: string | null;
  readonly failureReason: string | null;
  readonly errorMessage: string | null;
}

export type RefreshOutcome =
  | "content_written"
  | "content_unchanged"
  | "content_preserved_no_new_facts"
  | "refresh_failed_empty_candidate"
  | "refresh_failed_delta_not_applied"
  | "refresh_failed_structured_output"
  | "refresh_failed_error";

export type RefreshFailure =
  | "empty_candidate"
  | "structured_doc_unreadable"
  | "delta_ops_failed"
  | "delta_ops_all_skipped"
  | "delta_not_applied"
  | "structured_output_failed"
  | "retrieval_failed"
  | "no_answer"
  | "memories_changed"
  | "unexpected_error";

/** A block is one Markdown fragment: a paragraph, a list, a table, fenced code. */
export interface DocumentBlock {
  readonly id: string;
  readonly text: string;
}

export interface DocumentSection {
  readonly id: string;
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  /** 1 to 6. */
  readonly level: number;
  readonly blocks: readonly DocumentBlock[];
}

/** A model's content in parts, so that a change of one leaves the others byte for byte. */
export interface StructuredDocument {
  readonly version: 2;
  readonly sections: readonly DocumentSection[];
}

/** What a refresh would do, with nothing kept. */
export interface DryRunRefresh {
  readonly mentalModelId: string;
  readonly name: string;
  readonly requestedMode: "full" | "delta";
  readonly effectiveMode: "full" | "delta";
  readonly modeFallbackReason: string | null;
  readonly outcome: RefreshOutcome;
  readonly wouldPersist: boolean;
  readonly scope: {
    readonly tags: readonly string[] | null;
    readonly tagsMatch: TagsMatch;
    readonly tagGroups: readonly TagGroup[] | null;
    readonly factTypes: readonly MemoryKind[] | null;
    readonly excludeMentalModels: boolean;
    readonly excludeMentalModelIds: readonly string[];
  };
  readonly window: { readonly createdAfter: Date | null; readonly createdBefore: Date; readonly watermark: Date | null };
  readonly facts: { readonly retrieved: Readonly<Record<string, number>>; readonly used: Readonly<Record<string, number>> };
  readonly basedOn: Readonly<Record<string, unknown>>;
  readonly currentContent: string;
  readonly candidateContent: string;
  readonly previewContent: string;
  /** Unified. */
  readonly diff: string;
  readonly deltaOperations: { readonly applied: readonly unknown[]; readonly skipped: readonly unknown[] } | null;
  readonly retraction: {
    readonly factIds: readonly string[];
    readonly factTexts: readonly string[];
    readonly applied: boolean;
    readonly deferredReason: string | null;
  } | null;
  readonly trace: Readonly<Record<string, unknown>>;
  readonly usage: UsageTotals;
  readonly durationMs: number;
  readonly warnings: readonly string[];
}
