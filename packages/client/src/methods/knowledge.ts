// The knowledge base: folders, and pages that are standing answers with a place in the tree.
// In: a bank's id, a node's id, and options. Out: the API's replies.

import type { CallOptions } from "../options.js";
import type * as api from "../types.gen.js";
import { apiKeys, apiKeysOf } from "../wire/keys.js";
import { BANK } from "./caller.js";
import type {
  KnowledgeFolderOptions,
  KnowledgeNodeOptions,
  KnowledgePageOptions,
  KnowledgeSearchOptions,
  KnowledgeTreeOptions,
} from "./model-options.js";
import { ModelMethods } from "./models.js";

const BASE = `${BANK}/knowledge-base`;

export class KnowledgeMethods extends ModelMethods {
  /** Folders and pages as a tree, without the pages' text. */
  getKnowledgeBaseTree(bankId: string, options: KnowledgeTreeOptions = {}): Promise<api.KnowledgeTreeResponse> {
    const query = tagQuery(options);
    return this.callApi("getKnowledgeBaseTree", "GET", `${BASE}/tree`, { bank_id: bankId }, { query }, options);
  }

  createKnowledgeFolder(bankId: string, name: string, options: KnowledgeFolderOptions = {}): Promise<api.KnowledgeNode> {
    const body = { name, parent_id: options.parentId };
    return this.callApi("createKnowledgeFolder", "POST", `${BASE}/folders`, { bank_id: bankId }, { body }, options);
  }

  /** Adds a page and queues its first text; wait for the reply's `operation_id` to have it. */
  createKnowledgePage(
    bankId: string,
    name: string,
    sourceQuery: string,
    options: KnowledgePageOptions = {},
  ): Promise<api.CreateKnowledgePageResponse> {
    const body = { name, source_query: sourceQuery, ...apiKeys(options), trigger: apiKeysOf(options.trigger) };
    return this.callApi("createKnowledgePage", "POST", `${BASE}/pages`, { bank_id: bankId }, { body }, options);
  }

  /** A page as Markdown with front matter. */
  getKnowledgePage(bankId: string, pageId: string, options: CallOptions = {}): Promise<api.KnowledgePageResponse> {
    return this.callApi("getKnowledgePage", "GET", `${BASE}/pages/{page_id}`, { bank_id: bankId, page_id: pageId }, {}, options);
  }

  /** Finds pages by words and meaning. */
  searchKnowledgeBase(bankId: string, query: string, options: KnowledgeSearchOptions = {}): Promise<api.KnowledgePageSearchResponse> {
    const parts = { query: { q: query, limit: options.limit, ...tagQuery(options) } };
    return this.callApi("searchKnowledgeBase", "GET", `${BASE}/search`, { bank_id: bankId }, parts, options);
  }

  /** Renames, moves or changes a folder or page. */
  updateKnowledgeNode(bankId: string, nodeId: string, options: KnowledgeNodeOptions): Promise<api.KnowledgeNode> {
    const body = { ...apiKeys(options), trigger: apiKeysOf(options.trigger) };
    return this.callApi("updateKnowledgeNode", "PATCH", `${BASE}/nodes/{node_id}`, { bank_id: bankId, node_id: nodeId }, { body }, options);
  }

  /** Deletes a folder or page with all below it. */
  deleteKnowledgeNode(bankId: string, nodeId: string, options: CallOptions = {}): Promise<unknown> {
    return this.callApi("deleteKnowledgeNode", "DELETE", `${BASE}/nodes/{node_id}`, { bank_id: bankId, node_id: nodeId }, {}, options);
  }

  /** All pages as one bundle of Markdown. */
  exportKnowledgeBase(bankId: string, options: CallOptions = {}): Promise<api.KnowledgePageBundleResponse> {
    return this.callApi("exportKnowledgeBase", "GET", `${BASE}/export`, { bank_id: bankId }, {}, options);
  }
}

/** In a query, groups travel as JSON text. */
function tagQuery({ tags, tagsMatch, tagGroups }: KnowledgeTreeOptions) {
  return { tags, tags_match: tagsMatch, tag_groups: tagGroups === undefined ? undefined : JSON.stringify(tagGroups) };
}
