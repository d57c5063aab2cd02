import { chunkAddresses } from "../../domain/chunk-id.js";
import type { MemoryGraphFilter } from "../../domain/graph.js";
import type { BankScope } from "../../domain/scope.js";
import { allOf, type Statement, sql } from "../db.js";
import { memoryListFilter } from "./memory-list-filter.js";

/** What a graph of memories may ask for, over table `memory` under the alias `m`: as a list does, and a chunk that states them. */
export function graphFilter(bank: BankScope, { chunkId, ...filter }: Omit<MemoryGraphFilter, "limit">): Statement {
  const listed = memoryListFilter(bank, filter);
  return chunkId ? allOf([listed, statedByChunk(bank, chunkId)]) : listed;
}

/** Memories that a chunk states: at home in it, or with it among their sources. */
function statedByChunk(bank: BankScope, chunkId: string): Statement {
  const address = chunkAddresses(chunkId).find(({ bankId }) => bankId === bank.bankId);
  if (address === undefined) return sql`FALSE`;
  const { documentId, chunkIndex } = address;
  return sql`m.memory_no = ANY(ARRAY(
    SELECT memory_no FROM memory WHERE bank_id = ${bank.key} AND document_id = ${documentId} AND chunk_index = ${chunkIndex}
    UNION SELECT memory_no FROM memory_source WHERE bank_id = ${bank.key} AND document_id = ${documentId} AND chunk_index = ${chunkIndex}))`;
}
