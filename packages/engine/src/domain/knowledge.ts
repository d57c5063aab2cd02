// The knowledge base: a tree of folders and pages, as callers make and read it.
// In: nothing. Out: types only.

import type { Trigger } from "./mental-models.js";
import type { PageText } from "./page-markdown.js";
import type { TagFilter } from "./tags.js";

/** A folder, or a page: a mental model with a place in the tree. */
export interface KnowledgeNode {
  readonly id: string;
  readonly kind: "folder" | "page";
  readonly name: string;
  readonly parentId: string | null;
  readonly mentalModelId: string | null;
  /** Made by the server's own doing. */
  readonly managed: boolean;
  /** The question of a page. */
  readonly description: string | null;
  readonly tags: readonly string[];
  /** Of a page: its last refresh, or else when it was made. */
  readonly timestamp: Date | null;
  /** Null for a folder. */
  readonly isStale: boolean | null;
  readonly lastRefreshFailedAt: Date | null;
  readonly trigger: Trigger | null;
  /** By name. */
  readonly children: readonly KnowledgeNode[];
}

export interface PageFields {
  readonly name: string;
  readonly sourceQuery: string;
  readonly parentId?: string | null;
  readonly tags?: readonly string[] | null;
  /** 4096 when absent. */
  readonly maxTokens?: number | null;
  /** Over the defaults of pages, field by field. */
  readonly trigger?: Partial<Trigger> | null;
}

export interface NodeChange {
  readonly name?: string;
  /** Null moves to the top; absent leaves it where it is. */
  readonly parentId?: string | null;
  readonly sourceQuery?: string;
  readonly tags?: readonly string[];
  readonly maxTokens?: number;
  readonly trigger?: Partial<Trigger>;
}

export interface KnowledgePage extends PageText {
  /** Front matter and body. */
  readonly markdown: string;
}

export interface FoundPage {
  readonly id: string;
  readonly name: string;
  readonly mentalModelId: string;
  readonly sourceQuery: string;
  /** At most 280 characters. */
  readonly snippet: string;
  readonly score: number;
  readonly updatedAt: Date;
}

export interface BundleFile {
  readonly path: string;
  readonly content: string;
}

export type KnowledgeFilter = TagFilter;
