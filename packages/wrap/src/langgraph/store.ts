// The long-term memory of LangGraph in a bank: what graphs put there is found by meaning, and by everything else that reads the bank.
// In: a client and a bank. Out: a BaseStore for `compile({ store })`.

import {
  BaseStore,
  type Item,
  type Operation,
  type OperationResults,
  type SearchItem,
  type SearchOperation,
} from "@langchain/langgraph-checkpoint";
import type { MemoryPort, RecalledMemory, RecallOptions } from "../port.js";
import { shortQuery } from "../turns.js";
import { documentId, itemOf, metadataOf, placeOf, prefixTag, type StoredDocument, searchedText, tagsOf, type Value } from "./item.js";
import { fits, passes } from "./match.js";

/** What the store needs of a client; `HindsightClient` has it. */
export interface StoreClient extends Pick<MemoryPort, "retain"> {
  recall(
    bankId: string,
    query: string,
    options?: RecallOptions,
  ): Promise<{
    readonly results: readonly (RecalledMemory & {
      readonly document_id?: string | null;
      readonly scores?: { readonly final: number } | null;
    })[];
  }>;
  /** Null when there is none. */
  getDocument(bankId: string, id: string): Promise<StoredDocument | null>;
  listDocuments(
    bankId: string,
    page?: { limit?: number; offset?: number },
  ): Promise<{ readonly items: readonly unknown[]; readonly total: number }>;
  deleteDocument(bankId: string, id: string): Promise<unknown>;
}

export interface StoreOptions {
  readonly client: StoreClient;
  readonly bankId: string;
  /** How deep a search looks; `mid` when absent. */
  readonly budget?: "low" | "mid" | "high";
}

const PAGE = 200;
/** Tokens that a search may bring: several memories lead to one item. */
const SEARCH_TOKENS = 16_000;

/** A store whose items are documents of a bank. A memory that fails throws: a store that is down must not look empty. */
export class HindsightStore extends BaseStore {
  constructor(private readonly options: StoreOptions) {
    super();
  }

  /** Runs operations in order. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = [];
    for (const operation of operations) results.push(await this.run(operation));
    return results as OperationResults<Op>;
  }

  private run(operation: Operation): Promise<unknown> {
    if ("namespacePrefix" in operation) return this.find(operation);
    if ("value" in operation) return this.write(operation.namespace, operation.key, operation.value, operation.index);
    if ("key" in operation) return this.read(documentId(operation.namespace, operation.key));
    return this.namespaces(operation);
  }

  private async read(id: string): Promise<Item | null> {
    const document = await this.options.client.getDocument(this.options.bankId, id);
    return document === null ? null : itemOf(document);
  }

  private async write(namespace: string[], key: string, value: Value | null, index: false | string[] | undefined): Promise<void> {
    const { client, bankId } = this.options;
    const id = documentId(namespace, key);
    if (value === null) {
      // Looked at first: clients differ in what they say of a document that is not there.
      if ((await client.getDocument(bankId, id)) !== null) await client.deleteDocument(bankId, id);
      return;
    }
    const content = searchedText(key, value, index);
    await client.retain(bankId, content, { documentId: id, tags: tagsOf(namespace), metadata: metadataOf(value), updateMode: "replace" });
  }

  private async find({ namespacePrefix, filter, limit = 10, offset = 0, query }: SearchOperation): Promise<SearchItem[]> {
    const found = query === undefined ? await this.under(namespacePrefix) : await this.about(query, namespacePrefix);
    return found.filter(({ value }) => passes(value, filter)).slice(offset, offset + limit);
  }

  /** Items by meaning, best first. */
  private async about(query: string, prefix: readonly string[]): Promise<readonly SearchItem[]> {
    const { client, bankId, budget = "mid" } = this.options;
    const options: RecallOptions = {
      types: ["world", "experience"],
      budget,
      maxTokens: SEARCH_TOKENS,
      tags: [prefixTag(prefix)],
      tagsMatch: "all_strict",
    };
    const { results } = await client.recall(bankId, shortQuery(query), options).catch((error: unknown) => {
      unlessMissing(error);
      return { results: [] };
    });
    const scores = new Map<string, number | undefined>();
    for (const { document_id: id, scores: score } of results) if (id && !scores.has(id)) scores.set(id, score?.final);
    const items = await Promise.all([...scores].map(async ([id, score]) => ({ item: await this.read(id), score })));
    return items.flatMap(({ item, score }) => (item === null ? [] : [{ ...item, ...(score === undefined ? {} : { score }) }]));
  }

  /** Items under a namespace, latest written first. */
  private async under(prefix: readonly string[]): Promise<readonly Item[]> {
    const path = [...prefix];
    const items: Item[] = [];
    for await (const document of this.documents()) {
      const item = itemOf(document);
      if (item !== null && fits(item.namespace, { matchType: "prefix", path })) items.push(item);
    }
    return items;
  }

  private async namespaces({
    matchConditions = [],
    maxDepth,
    limit,
    offset,
  }: Extract<Operation, { matchConditions?: unknown; limit: number }>): Promise<string[][]> {
    const found = new Map<string, string[]>();
    for await (const { id } of this.documents()) {
      const namespace = placeOf(id)?.namespace;
      if (namespace === undefined || !matchConditions.every((condition) => fits(namespace, condition))) continue;
      const cut = namespace.slice(0, maxDepth);
      found.set(JSON.stringify(cut), cut);
    }
    return [...found.values()].toSorted((a, b) => (a.join("/") < b.join("/") ? -1 : 1)).slice(offset, offset + limit);
  }

  private async *documents(): AsyncGenerator<StoredDocument> {
    const { client, bankId } = this.options;
    for (let offset = 0; ; offset += PAGE) {
      const { items, total } = await client.listDocuments(bankId, { limit: PAGE, offset }).catch((error: unknown) => {
        unlessMissing(error);
        return { items: [], total: 0 };
      });
      yield* items as readonly StoredDocument[];
      if (items.length === 0 || offset + items.length >= total) return;
    }
  }
}

/** A bank or document that is not there has nothing; anything else is an error. */
function unlessMissing(error: unknown): void {
  const status = (error as { readonly statusCode?: unknown } | null)?.statusCode;
  if (status !== 404) throw error;
}
