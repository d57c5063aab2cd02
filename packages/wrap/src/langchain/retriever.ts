// The memory as a retriever of LangChain.
// In: a memory, a bank and what a recall takes. Out: a document a memory.

import { Document } from "@langchain/core/documents";
import { BaseRetriever } from "@langchain/core/retrievers";
import type { MemoryPort, RecallOptions } from "../port.js";
import { shortQuery } from "../turns.js";

export interface RetrieverOptions {
  readonly memory: MemoryPort;
  readonly bankId: string;
  /** Most documents; as many as a recall finds within its tokens when absent. */
  readonly k?: number;
  readonly recall?: Omit<RecallOptions, "signal">;
}

/** Finds memories. A memory that fails throws, as any retriever that cannot answer. */
export class HindsightRetriever extends BaseRetriever {
  override lc_namespace = ["hindsight", "wrap"];

  constructor(private readonly options: RetrieverOptions) {
    super();
  }

  override async _getRelevantDocuments(query: string): Promise<Document[]> {
    const { memory, bankId, k, recall } = this.options;
    const { results } = await memory.recall(bankId, shortQuery(query), { ...recall });
    return results.slice(0, k).map(({ text, id, ...metadata }) => new Document({ pageContent: text, metadata, ...(id ? { id } : {}) }));
  }
}
