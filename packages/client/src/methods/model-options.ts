// Options of mental models and knowledge pages.
// In: nothing. Out: types, with the names of the published client.

import type { CallOptions } from "../options.js";
import type { Budget, FactType, TagFilter, TagGroup, TagsMatch } from "./memory-options.js";

/** When a standing answer is written again, and from what. */
export interface Trigger {
  mode?: "full" | "delta";
  refreshAfterConsolidation?: boolean;
  minRefreshIntervalSeconds?: number | null;
  refreshCron?: string | null;
  fullRefreshCron?: string | null;
  budget?: Budget;
  factTypes?: FactType[];
  excludeMentalModels?: boolean;
  excludeMentalModelIds?: string[];
  tagsMatch?: TagsMatch;
  tagGroups?: TagGroup[];
  includeChunks?: boolean;
  recallMaxTokens?: number;
  recallChunksMaxTokens?: number;
  responseSchema?: Record<string, unknown>;
}

export interface CreateMentalModelOptions extends CallOptions {
  id?: string;
  tags?: string[];
  maxTokens?: number;
  trigger?: Trigger;
}

export interface UpdateMentalModelOptions extends CallOptions {
  name?: string;
  sourceQuery?: string;
  tags?: string[];
  maxTokens?: number;
  trigger?: Trigger;
}

export type Detail = "metadata" | "content" | "full";

export interface ListMentalModelsOptions extends CallOptions {
  tags?: string[];
  tagsMatch?: "any" | "all" | "exact";
  /** How much of each model comes; a list has `metadata` if unset. */
  detail?: Detail;
  limit?: number;
  offset?: number;
  excludeKnowledgePages?: boolean;
}

export interface GetMentalModelOptions extends CallOptions {
  detail?: Detail;
}

export interface RefreshMentalModelOptions extends CallOptions {
  /** `full` writes the whole answer anew this once. */
  mode?: "full";
}

export interface KnowledgeTreeOptions extends CallOptions, TagFilter {}

export interface KnowledgeFolderOptions extends CallOptions {
  /** Null or unset is the top. */
  parentId?: string | null;
}

export interface KnowledgePageOptions extends KnowledgeFolderOptions {
  tags?: string[];
  maxTokens?: number;
  /** Replaces the defaults of pages as a whole. */
  trigger?: Trigger;
}

export interface KnowledgeSearchOptions extends KnowledgeTreeOptions {
  limit?: number;
}

/** What is given is changed. */
export interface KnowledgeNodeOptions extends CallOptions {
  name?: string;
  /** Null moves to the top. */
  parentId?: string | null;
  /** Pages only, as the three below. */
  sourceQuery?: string;
  tags?: string[];
  maxTokens?: number;
  trigger?: Trigger;
}
