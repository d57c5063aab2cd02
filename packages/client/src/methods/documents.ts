// Documents, and what was found in them: entities and tags.
// In: a bank's id, a document's id, and options. Out: the API's replies.

import { HindsightError } from "../errors.js";
import type { CallOptions } from "../options.js";
import type * as api from "../types.gen.js";
import { apiKeys } from "../wire/keys.js";
import { everyEntry, PAGE_SIZE, pageOf } from "../wire/pages.js";
import { BANK } from "./caller.js";
import { KnowledgeMethods } from "./knowledge.js";
import type { Every } from "./memory-options.js";
import type { ListDocumentsOptions, ListEntitiesOptions, ListTagsOptions, UpdateDocumentOptions } from "./operation-options.js";

const DOCUMENT = `${BANK}/documents/{document_id}`;

export type ListedDocument = api.ListDocumentsResponse["items"][number];
export type ListedEntity = api.EntityListResponse["items"][number];
export type ListedTag = api.ListTagsResponse["items"][number];

export class DocumentMethods extends KnowledgeMethods {
  /** A document, or null when there is none of this id. */
  async getDocument(bankId: string, documentId: string, options: CallOptions = {}): Promise<api.DocumentResponse | null> {
    try {
      return await this.callApi<api.DocumentResponse>("getDocument", "GET", DOCUMENT, documentIds(bankId, documentId), {}, options);
    } catch (error) {
      if (error instanceof HindsightError && error.statusCode === 404) return null;
      throw error;
    }
  }

  listDocuments(bankId: string, options: ListDocumentsOptions = {}): Promise<api.ListDocumentsResponse> {
    return this.callApi("listDocuments", "GET", `${BANK}/documents`, { bank_id: bankId }, { query: apiKeys(options) }, options);
  }

  /** Every document of the bank, page after page. */
  iterateDocuments(bankId: string, options: Every<ListDocumentsOptions> = {}): AsyncGenerator<ListedDocument, undefined> {
    const { pageSize = PAGE_SIZE, ...filter } = options;
    return everyEntry(async (window) => pageOf(await this.listDocuments(bankId, { ...filter, ...window })), pageSize);
  }

  updateDocument(bankId: string, documentId: string, options: UpdateDocumentOptions): Promise<api.UpdateDocumentResponse> {
    const parts = { body: apiKeys(options) };
    return this.callApi("updateDocument", "PATCH", DOCUMENT, documentIds(bankId, documentId), parts, options);
  }

  /** Deletes a document with the memories that stand on it alone. */
  async deleteDocument(bankId: string, documentId: string, options: CallOptions = {}): Promise<void> {
    await this.callApi("deleteDocument", "DELETE", DOCUMENT, documentIds(bankId, documentId), {}, options);
  }

  listEntities(bankId: string, options: ListEntitiesOptions = {}): Promise<api.EntityListResponse> {
    const { tagGroups, ...rest } = options;
    const query = { ...apiKeys(rest), tag_groups: tagGroups === undefined ? undefined : JSON.stringify(tagGroups) };
    return this.callApi("listEntities", "GET", `${BANK}/entities`, { bank_id: bankId }, { query }, options);
  }

  /** Every entity of the bank, page after page. */
  iterateEntities(bankId: string, options: Every<ListEntitiesOptions> = {}): AsyncGenerator<ListedEntity, undefined> {
    const { pageSize = PAGE_SIZE, ...filter } = options;
    return everyEntry(async (window) => pageOf(await this.listEntities(bankId, { ...filter, ...window })), pageSize);
  }

  listTags(bankId: string, options: ListTagsOptions = {}): Promise<api.ListTagsResponse> {
    return this.callApi("listTags", "GET", `${BANK}/tags`, { bank_id: bankId }, { query: apiKeys(options) }, options);
  }

  /** Every tag of the bank, page after page. */
  iterateTags(bankId: string, options: Every<ListTagsOptions> = {}): AsyncGenerator<ListedTag, undefined> {
    const { pageSize = PAGE_SIZE, ...filter } = options;
    return everyEntry(async (window) => pageOf(await this.listTags(bankId, { ...filter, ...window })), pageSize);
  }
}

const documentIds = (bankId: string, documentId: string) => ({ bank_id: bankId, document_id: documentId });
