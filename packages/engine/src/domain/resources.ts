// What callers read back: banks, memories, documents, chunks, entities, operations, statistics.
// In: nothing. Out: types only, in the engine's own spelling.

import type { Attachment } from "./attachments.js";
import type { MemoryState } from "./curation.js";
import type { MemoryKind } from "./memory.js";
import type { Evidence, Trend } from "./observations.js";
import type { ObservationScopes } from "./requests.js";
import type { InstructionSign, Trust } from "./trust.js";

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export interface Disposition {
  readonly skepticism: number;
  readonly literalism: number;
  readonly empathy: number;
}

export interface BankProfile {
  readonly bankId: string;
  readonly name: string;
  readonly disposition: Disposition;
  readonly mission: string;
}

export interface BankListItem extends BankProfile {
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly factCount: number;
  readonly lastDocumentAt: Date | null;
  readonly lastWriteAt: Date | null;
  readonly displayAlias: string | null;
  readonly matchedAliases: readonly string[];
}

export interface BankAlias {
  readonly alias: string;
  readonly primary: boolean;
}

/** Who says what a setting is: nobody (its default), the server's environment, the tenant, or the bank itself. */
export type SettingOrigin = "default" | "server" | "tenant" | "bank";

/** The origin of each setting in force, by its name. */
export type SettingOrigins = Readonly<Record<string, SettingOrigin>>;

/** Resolved settings of a bank and what it overrides; keys are the contract's snake_case field names. */
export interface BankConfig {
  readonly bankId: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly origins: SettingOrigins;
}

/** A place that states a memory. */
export interface MemorySource {
  readonly documentId: string;
  readonly chunkId: string | null;
  /** When it was said there. */
  readonly mentionedAt: Date | null;
}

export interface MemoryDetail {
  readonly id: string;
  readonly kind: MemoryKind;
  readonly text: string;
  readonly context: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  readonly documentId: string | null;
  readonly chunkId: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  readonly proofCount: number;
  readonly sourceMemoryIds: readonly string[] | null;
  /** The documents that state it, the first said first. One of them is `documentId`. */
  readonly sources: readonly MemorySource[];
  readonly observationScopes: ObservationScopes | null;
  readonly trust: Trust;
  /** Ways in which its text instructs whoever reads it; empty for almost every memory. */
  readonly instructionSigns: readonly InstructionSign[];
  readonly consolidatedAt: Date | null;
  readonly consolidationFailedAt: Date | null;
  readonly editedAt: Date | null;
  /** Out of use when `invalidated`: then since when, and why if that was said. */
  readonly state: MemoryState;
  readonly invalidationReason: string | null;
  readonly invalidatedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A memory that is read by itself: an observation with what it stands on. */
export interface MemoryRead extends MemoryDetail {
  /** In the order in which they came; null for a fact. */
  readonly evidence: readonly Evidence[] | null;
  /** How the evidence is spread over time; null for a fact. */
  readonly trend: Trend | null;
}

export interface MemoryFilter extends Paging {
  /** Those out of use, or those in use, which are meant unless it is said. */
  readonly state?: MemoryState | null;
  readonly type?: MemoryKind | null;
  readonly q?: string | null;
  readonly documentId?: string | null;
  readonly entityId?: string | null;
  readonly tags?: readonly string[];
  readonly tagsMatch?: import("./requests.js").TagsMatch;
  readonly consolidationState?: "pending" | "done" | "failed" | null;
  readonly timeField?: "created_at" | "updated_at" | "mentioned_at" | "occurred_start" | "occurred_end" | null;
  readonly startDate?: Date | null;
  readonly endDate?: Date | null;
}

export interface DocumentListItem {
  readonly id: string;
  readonly contentHash: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly textLength: number;
  readonly memoryCount: number;
  readonly retainParams: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly matchedFields: readonly ("id" | "original_text")[];
}

export interface DocumentDetail extends DocumentListItem {
  readonly originalText: string | null;
  readonly nodesByKind: Readonly<Record<string, number>>;
  readonly observationScopes: ObservationScopes | null;
  readonly attachments: readonly Attachment[];
}

export interface DocumentFilter extends Paging {
  readonly q?: string | null;
  readonly tags?: readonly string[];
  readonly tagsMatch?: import("./requests.js").TagsMatch;
  readonly timeField?: "created_at" | "updated_at" | null;
  readonly startDate?: Date | null;
  readonly endDate?: Date | null;
}

/** A chunk as it is stored. */
export interface StoredChunk {
  /** `{bank}_{document}_{index}`, the contract's public chunk id. */
  readonly chunkId: string;
  readonly documentId: string;
  readonly chunkIndex: number;
  readonly text: string;
  readonly createdAt: Date;
}

export interface ChunkDetail extends StoredChunk {
  /** Those that stand in its text. */
  readonly attachments: readonly Attachment[];
}

export interface EntityDetail {
  readonly id: string;
  readonly canonicalName: string;
  readonly mentionCount: number;
  readonly firstSeen: Date | null;
  readonly lastSeen: Date | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Another name of an entity, which was an entity of its own until a caller merged the two. */
export interface EntityAlias {
  /** Of the entity that it was, where it was one. */
  readonly id: string;
  readonly name: string;
  /** When it became an alias. */
  readonly mergedAt: Date;
}

/** An entity that is read by itself. */
export interface EntityRead extends EntityDetail {
  readonly aliases: readonly EntityAlias[];
}

/** Which memories' entities to show; fuzzy leaves of groups are taken literally here. */
export interface EntityFilter {
  readonly tags?: readonly string[];
  readonly tagsMatch?: import("./requests.js").TagsMatch;
  readonly tagGroups?: readonly import("./requests.js").TagGroup[] | null;
}

export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

export type OperationStatus = "pending" | "processing" | "completed" | "failed" | "cancelled";

export interface OperationProgress {
  readonly stage: string;
  readonly at: string;
  readonly processed?: number;
  readonly total?: number;
  /** Further counts, by name. */
  readonly detail?: Readonly<Record<string, number>>;
}

export interface OperationDetail {
  readonly operationId: string;
  readonly type: string;
  readonly status: OperationStatus;
  readonly itemsCount: number;
  readonly documentId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  readonly errorMessage: string | null;
  readonly retryCount: number;
  readonly nextRetryAt: Date | null;
  readonly progress: OperationProgress | null;
  readonly resultMetadata: Readonly<Record<string, unknown>>;
  readonly children: readonly {
    readonly operationId: string;
    readonly status: OperationStatus;
    readonly subBatchIndex: number | null;
    readonly itemsCount: number;
    readonly errorMessage: string | null;
  }[];
  readonly payload: Readonly<Record<string, unknown>> | null;
}

export interface OperationFilter extends Paging {
  readonly status?: OperationStatus | null;
  readonly type?: string | null;
  readonly excludeParents?: boolean;
}

export interface BankStats {
  readonly bankId: string;
  readonly memoriesByKind: Readonly<Record<string, number>>;
  readonly documents: number;
  readonly linksByKind: Readonly<Record<string, number>>;
  /** kind of the source memory → link kind → count */
  readonly linksByMemoryKind: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly operationsByStatus: Readonly<Record<string, number>>;
  readonly lastConsolidatedAt: Date | null;
  readonly lastWriteAt: Date | null;
  readonly pendingConsolidation: number;
  readonly failedConsolidation: number;
  /** Memories that wait for their vector: found by their words meanwhile. */
  readonly pendingEmbeddings: number;
}
