// Memories: retain, recall, reflect, and the list of what is kept.
// In: a bank's id and options. Out: the API's replies.

import type * as api from "../types.gen.js";
import { apiKeys } from "../wire/keys.js";
import { multipart } from "../wire/multipart.js";
import { everyEntry, PAGE_SIZE, pageOf } from "../wire/pages.js";
import { instant } from "../wire/path.js";
import { uuid } from "../wire/uuid.js";
import { BANK, Caller } from "./caller.js";
import { recallInclude, reflectInclude } from "./include.js";
import type {
  Content,
  Every,
  FileInput,
  ListMemoriesOptions,
  MemoryBlocksInput,
  MemoryItemInput,
  RecallOptions,
  ReflectOptions,
  RetainBatchOptions,
  RetainFilesOptions,
  RetainOptions,
} from "./memory-options.js";

type Item = MemoryItemInput | MemoryBlocksInput;
export type ListedMemory = api.ListMemoryUnitsResponse["items"][number];

export class MemoryMethods extends Caller {
  /** Stores one text as a document; with `async`, as an operation in the background. */
  retain(bankId: string, content: Content, options: RetainOptions = {}): Promise<api.RetainResponse> {
    const { async, operationId, signal, timeoutMs, maxRetries, ...item } = options;
    return this.retainItems("retain", bankId, [{ ...apiKeys(item), content } as Item], { ...options, documentId: undefined });
  }

  /** Stores several texts in one call. */
  retainBatch(bankId: string, items: Item[], options: RetainBatchOptions = {}): Promise<api.RetainResponse> {
    return this.retainItems("retainBatch", bankId, items, options);
  }

  private async retainItems(
    name: string,
    bankId: string,
    items: readonly Item[],
    options: Loose<RetainBatchOptions>,
  ): Promise<api.RetainResponse> {
    const { documentId, documentTags, async } = options;
    const operationId = repeatKey(items, options);
    const body = {
      items: items.map((item) => ({
        ...item,
        document_id: item.document_id ?? documentId,
        timestamp: item.timestamp instanceof Date ? instant(item.timestamp) : item.timestamp,
      })),
      document_tags: documentTags,
      async,
      operation_id: operationId,
    } satisfies Loose<Omit<api.RetainRequest, "items">> & { items: readonly Loose<api.MemoryItem>[] };
    const parts = { body, mayRepeat: operationId !== undefined };
    return this.callApi(name, "POST", `${BANK}/memories`, { bank_id: bankId }, parts, options as RetainBatchOptions);
  }

  /** Uploads up to ten files; each is read and stored by an operation. A stream is sent as it is read. */
  async retainFiles(bankId: string, files: FileInput[], options: RetainFilesOptions = {}): Promise<api.FileRetainResponse> {
    const { context, filesMetadata, parser } = options;
    const metadata = files.map((_, index) => ({ ...(context === undefined ? {} : { context }), ...filesMetadata?.[index] }));
    const { unread, ...raw } = await multipart(files, { request: JSON.stringify({ parser, files_metadata: metadata }) });
    try {
      return await this.callApi("retainFiles", "POST", `${BANK}/files/retain`, { bank_id: bankId }, { raw }, options);
    } catch (error) {
      throw unread() ?? error;
    }
  }

  /** Finds what matters for a question. */
  recall(bankId: string, query: string, options: RecallOptions = {}): Promise<api.RecallResponse> {
    const body = {
      query,
      types: options.types,
      prefer_observations: options.preferObservations,
      max_tokens: options.maxTokens,
      budget: options.budget ?? "mid",
      trace: options.trace,
      query_timestamp: options.queryTimestamp,
      include: recallInclude(options),
      tags: options.tags,
      tags_match: options.tagsMatch,
      tag_groups: options.tagGroups,
      min_scores: options.minScores,
      temporal_window: options.temporalWindow,
      rerank_budget_ms: options.rerankBudgetMs,
      format: options.format,
    } satisfies Loose<api.RecallRequest>;
    return this.callApi("recall", "POST", `${BANK}/memories/recall`, { bank_id: bankId }, { body, mayRepeat: true }, options);
  }

  /** Answers a question from the bank's memories, with its mission and disposition. */
  reflect(bankId: string, query: string, options: ReflectOptions = {}): Promise<api.ReflectResponse> {
    const body = {
      query,
      context: options.context,
      budget: options.budget ?? "low",
      max_tokens: options.maxTokens,
      tags: options.tags,
      tags_match: options.tagsMatch,
      tag_groups: options.tagGroups,
      response_schema: options.responseSchema,
      fact_types: options.factTypes,
      exclude_mental_models: options.excludeMentalModels,
      exclude_mental_model_ids: options.excludeMentalModelIds,
      include: reflectInclude(options),
    } satisfies Loose<api.ReflectRequest>;
    return this.callApi("reflect", "POST", `${BANK}/reflect`, { bank_id: bankId }, { body }, options);
  }

  /** One page of the bank's memories. */
  listMemories(bankId: string, options: ListMemoriesOptions = {}): Promise<api.ListMemoryUnitsResponse> {
    const query = apiKeys(options) satisfies Record<string, unknown>;
    return this.callApi("listMemories", "GET", `${BANK}/memories/list`, { bank_id: bankId }, { query }, options);
  }

  /** Every memory of the bank, page after page. */
  iterateMemories(bankId: string, options: Every<ListMemoriesOptions> = {}): AsyncGenerator<ListedMemory, undefined> {
    const { pageSize = PAGE_SIZE, ...filter } = options;
    return everyEntry(async (window) => pageOf(await this.listMemories(bankId, { ...filter, ...window })), pageSize);
  }
}

/** Every field may be undefined, which is not sent. */
export type Loose<T> = { [K in keyof T]: T[K] | undefined };

/**
 * The key under which a retain may be repeated. Only a queued one takes it, and only when it becomes one operation:
 * items of several strategies become several.
 */
function repeatKey(items: readonly Item[], { async, operationId }: Loose<RetainBatchOptions>): string | undefined {
  if (!async) {
    if (operationId !== undefined) console.warn("operationId has no effect on a retain that waits: it takes async: true.");
    return undefined;
  }
  if (operationId !== undefined) return operationId;
  return new Set(items.map((item) => item.strategy)).size > 1 ? undefined : uuid();
}
