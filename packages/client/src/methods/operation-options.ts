// Options of operations, documents, entities and tags.
// In: nothing. Out: types; where the published client has the method, with its names.

import type { CallOptions } from "../options.js";
import type { OperationStatusResponse } from "../types.gen.js";
import type { ObservationScopes, TagFilter, TagsMatch } from "./memory-options.js";

export interface ListDocumentsOptions extends CallOptions {
  limit?: number;
  offset?: number;
  /** Words of the id or the text. */
  q?: string;
  tags?: string[];
  tagsMatch?: TagsMatch;
  timeField?: "created_at" | "updated_at";
  /** ISO 8601. */
  startDate?: string;
  endDate?: string;
}

export interface UpdateDocumentOptions extends CallOptions {
  tags?: string[];
  observationScopes?: ObservationScopes;
}

export interface ExportDocumentsOptions extends CallOptions {
  /** All documents if unset. */
  documentIds?: string[];
  includeObservations?: boolean;
  includeKnowledgeBase?: boolean;
  /** Milliseconds between two looks at the operation; 2,000 if unset. */
  pollIntervalMs?: number;
  /** Longest wait for the archive; 300,000 if unset. */
  timeoutMs?: number;
}

export interface ListEntitiesOptions extends CallOptions, TagFilter {
  limit?: number;
  offset?: number;
}

export interface ListTagsOptions extends CallOptions {
  /** Part of the tag's name, with * for anything. */
  q?: string;
  limit?: number;
  offset?: number;
}

export interface ListOperationsOptions extends CallOptions {
  status?: string;
  type?: string;
  limit?: number;
  offset?: number;
  excludeParents?: boolean;
}

export interface WaitOptions extends CallOptions {
  /** Milliseconds between two looks; if unset, from a tenth of a second, growing to two seconds. */
  pollIntervalMs?: number;
  /** Longest wait in milliseconds; the client's `timeoutMs` if unset. The operation goes on on the server. */
  timeoutMs?: number;
  /** Called with each status that is read, the last one too. */
  onStatus?: (status: OperationStatusResponse) => void;
}
