// Options of retain, recall and reflect, and of the lists of memories.
// In: nothing. Out: types, with the names of the published client.

import type { CallOptions } from "../options.js";
import type * as api from "../types.gen.js";
import type { FileStream } from "../wire/multipart.js";

export type Budget = "low" | "mid" | "high";
export type TagsMatch = "any" | "all" | "any_strict" | "all_strict" | "exact";
export type TagGroup = api.TagGroupLeaf | api.TagGroupAnd | api.TagGroupOr | api.TagGroupNot;
export type FactType = "world" | "experience" | "observation";
export type ObservationScopes = "per_tag" | "combined" | "all_combinations" | "shared" | string[][];

export interface EntityInput {
  text: string;
  type?: string;
}

/** Text, or text, images and files in their order. */
export type Content = string | ContentBlock[];
export type ContentBlock = Exclude<api.MemoryItem["content"], string>[number];

/** An item of `retainBatch`, with the names of the API. */
export interface MemoryItemInput {
  content: string;
  /** When it happened; "unset" for no date. */
  timestamp?: string | Date;
  context?: string;
  metadata?: Record<string, string>;
  document_id?: string;
  entities?: EntityInput[];
  resolve_entities?: boolean;
  tags?: string[];
  observation_scopes?: ObservationScopes;
  strategy?: string;
  update_mode?: "replace" | "append";
  source_trust?: "high" | "normal" | "low";
}

export interface MemoryBlocksInput extends Omit<MemoryItemInput, "content"> {
  content: ContentBlock[];
}

export interface RetainOptions extends CallOptions {
  /** When it happened; "unset" for no date. */
  timestamp?: Date | string;
  context?: string;
  metadata?: Record<string, string>;
  documentId?: string;
  /** Answer when the request is queued, and work in the background. */
  async?: boolean;
  /** UUID under which an asynchronous retain may be repeated; made here when it is not given. */
  operationId?: string;
  entities?: EntityInput[];
  /** False takes `entities` literally. */
  resolveEntities?: boolean;
  tags?: string[];
  updateMode?: "replace" | "append";
  observationScopes?: ObservationScopes;
  strategy?: string;
  /** How far the source is to be believed. */
  sourceTrust?: "high" | "normal" | "low";
}

export interface RetainBatchOptions extends CallOptions {
  /** For the items without one of their own. */
  documentId?: string;
  documentTags?: string[];
  async?: boolean;
  operationId?: string;
}

export interface FileMetadata {
  context?: string;
  document_id?: string;
  tags?: string[];
  metadata?: Record<string, string>;
}

export interface RetainFilesOptions extends CallOptions {
  /** For the files without one of their own. */
  context?: string;
  /** One entry per file, in the order of the files. */
  filesMetadata?: FileMetadata[];
  /** Parser, or the chain of parsers to try. */
  parser?: string | string[];
}

/** A File or Blob, or a name with a stream. */
export type FileInput = File | Blob | FileStream;

/** What narrows the memories that are looked at. */
export interface TagFilter {
  tags?: string[];
  tagsMatch?: TagsMatch;
  /** Conditions that must all hold; in place of `tags`. */
  tagGroups?: TagGroup[];
}

export interface RecallOptions extends CallOptions, TagFilter {
  /** Kinds of memory: world, experience, observation. */
  types?: string[];
  /** Observations replace the facts they rest on; null is the bank's setting. */
  preferObservations?: boolean | null;
  maxTokens?: number;
  budget?: Budget;
  trace?: boolean;
  /** When the question is asked: relative dates count from here. */
  queryTimestamp?: string;
  includeEntities?: boolean;
  maxEntityTokens?: number;
  includeChunks?: boolean;
  maxChunkTokens?: number;
  includeSourceFacts?: boolean;
  maxSourceFactsTokens?: number;
  /** Longest time of the cross-encoder in milliseconds; 0 leaves it out, null is the bank's setting. */
  rerankBudgetMs?: number | null;
  minScores?: NonNullable<api.MinScores>;
  temporalWindow?: NonNullable<api.TemporalWindow>;
  /** "prompt": the reply has the results also as `prompt`, text for a language model, fenced as data and within maxTokens. */
  format?: "memories" | "prompt";
}

export interface ReflectOptions extends CallOptions, TagFilter {
  context?: string;
  budget?: Budget;
  /** Most tokens of the answer. */
  maxTokens?: number;
  /** JSON Schema of `structured_output`. */
  responseSchema?: Record<string, unknown>;
  factTypes?: FactType[];
  excludeMentalModels?: boolean;
  excludeMentalModelIds?: string[];
  /** Say in `based_on` what the answer rests on. */
  includeFacts?: boolean;
  /** Say in `trace` what was looked up. */
  includeToolCalls?: boolean;
  includeToolCallOutput?: boolean;
}

export interface ListMemoriesOptions extends CallOptions {
  limit?: number;
  offset?: number;
  type?: string;
  q?: string;
  consolidationState?: "failed" | "pending" | "done";
  state?: "valid" | "invalidated";
  documentId?: string;
  entityId?: string;
  tags?: string[];
  tagsMatch?: TagsMatch;
  timeField?: "created_at" | "updated_at" | "mentioned_at" | "occurred_start" | "occurred_end";
  /** ISO 8601. */
  startDate?: string;
  endDate?: string;
}

/** Options of a list, read to its end. */
export type Every<T> = Omit<T, "limit" | "offset"> & {
  /** Entries per request; 100 if unset. */
  pageSize?: number;
};
