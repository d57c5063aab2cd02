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

/** All pages as files. */
export interface KnowledgeBundle {
  readonly files: readonly BundleFile[];
  /** In the layout `tree` every folder by its path, also those without pages; else none. */
  readonly folders: readonly string[];
}

/**
 * How the files of a bundle lie: `flat` names each page by its id and has its log beside it (the contract's); `tree` has a folder for each folder and safe
 * file names, and no logs.
 */
export type BundleLayout = "flat" | "tree";

/** What became of a folder or a page of a bundle. */
export interface ImportEntry {
  /** The file that it stands in, or the folder of the bundle. */
  readonly path: string;
  readonly kind: "folder" | "page";
  readonly name: string;
  /** Its id in the bank; null when it is refused. */
  readonly id: string | null;
  readonly status: "created" | "updated" | "unchanged" | "refused";
  /** What differs from what the bank had: `name`, `parent_id`, `source_query`, `tags`, `max_tokens`, `trigger`, `content`. */
  readonly changes: readonly string[];
  /** Why it is refused, and the line of the file that says so. */
  readonly problem: string | null;
  readonly line: number | null;
}

export interface ImportReport {
  readonly isDryRun: boolean;
  readonly entries: readonly ImportEntry[];
  /** Files that say nothing to import: the index, and what pages said before. */
  readonly ignored: readonly string[];
  /** The refreshes of pages that came without a text, or with another question. */
  readonly operationIds: readonly string[];
}

export type KnowledgeFilter = TagFilter;

/**
 * What can be done with folders and pages. Each call throws `bank_not_found` for an unknown bank (adding and importing make it), `knowledge_node_not_found`
 * for an unknown id.
 */
export interface KnowledgeBase {
  tree(bankId: string, filter?: KnowledgeFilter | null): Promise<readonly KnowledgeNode[]>;
  addFolder(bankId: string, fields: { readonly name: string; readonly parentId?: string | null }): Promise<KnowledgeNode>;
  /** Makes the page with its model and queues its first refresh. Throws `page_conflict` when the folder has a page of that name. */
  addPage(
    bankId: string,
    fields: PageFields,
  ): Promise<{ readonly pageId: string; readonly mentalModelId: string; readonly operationId: string }>;
  page(bankId: string, pageId: string): Promise<KnowledgePage>;
  search(
    bankId: string,
    search: { readonly query: string; readonly limit: number; readonly filter: KnowledgeFilter | null },
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly FoundPage[]>;
  change(bankId: string, nodeId: string, change: NodeChange): Promise<KnowledgeNode>;
  /** Deletes the node with all below it, and the models of its pages. */
  delete(bankId: string, nodeId: string): Promise<void>;
  /** All pages as Markdown files, `flat` unless said otherwise. */
  export(bankId: string, options?: { readonly layout?: BundleLayout }): Promise<KnowledgeBundle>;
  /**
   * Folders and pages of Markdown files, as an export of either layout or by hand: all of them, or none. The bank is made when missing. Throws
   * `bad_argument` that names the file and the line of what is wrong; a dry run writes nothing and has that in its report.
   */
  import(bankId: string, files: readonly BundleFile[], options?: { readonly isDryRun?: boolean }): Promise<ImportReport>;
}
