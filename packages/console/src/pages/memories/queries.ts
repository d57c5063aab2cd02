// What the memories page asks, and how it changes memories.
// In: a bank and filters. Out: options for useQuery under the bank's key; changes of one memory and of many.

import { type api, sdk } from "@hindsight-memory/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, on, read } from "../../api/client";
import { bankKey, LIVE_MS } from "../../api/queries";
import type { Kind, ListQuery, TimeField } from "./search";

export const PAGE_SIZE = 200;
/** Rows that a person has scrolled past stay as they are for a while, in ms. */
const FRESH_MS = 30_000;
/** How many changes of a bulk action are under way at a time. */
const AT_ONCE = 4;

export type ListItem = api.MemoryUnitListItem;
/** Filters, with a period for one bucket of time. */
export type Asked = ListQuery & { readonly time_field?: TimeField; readonly start_date?: string; readonly end_date?: string };

export const pageQuery = (bank: string, query: Asked, page: number) =>
  queryOptions({
    queryKey: bankKey(bank, "memories", "list", query, page),
    queryFn: ({ signal }) =>
      read(sdk.listMemories({ ...on(bank), query: { ...query, limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal })),
    staleTime: FRESH_MS,
  });

/** How many memories are like that. */
export const countQuery = (bank: string, query: Asked) =>
  queryOptions({
    queryKey: bankKey(bank, "memories", "count", query),
    queryFn: async ({ signal }) => (await read(sdk.listMemories({ ...on(bank), query: { ...query, limit: 0 }, signal }))).total,
    staleTime: FRESH_MS,
  });

/** The memory at a place of the list, last mentioned first; null past its end. */
export const oneQuery = (bank: string, query: Asked, offset = 0) =>
  queryOptions({
    queryKey: bankKey(bank, "memories", "at", query, offset),
    queryFn: async ({ signal }) => (await firstMemories(bank, query, 1, offset, signal))[0] ?? null,
    staleTime: FRESH_MS,
  });

export const firstMemories = async (
  bank: string,
  query: Asked,
  limit: number,
  offset = 0,
  signal?: AbortSignal,
): Promise<readonly ListItem[]> =>
  (await read(sdk.listMemories({ ...on(bank), query: { ...query, limit, offset }, ...(signal === undefined ? {} : { signal }) }))).items;

/** `GET memories/{id}`, whose reply the contract leaves untyped. */
export interface Memory {
  readonly id: string;
  readonly text: string;
  readonly context: string;
  readonly type: Kind;
  readonly mentioned_at: string | null;
  readonly occurred_start: string | null;
  readonly occurred_end: string | null;
  readonly entities: readonly string[];
  readonly document_id: string | null;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly sources: readonly {
    readonly document_id: string | null;
    readonly chunk_id: string | null;
    readonly mentioned_at: string | null;
  }[];
  readonly state: "valid" | "invalidated";
  readonly invalidation_reason: string | null;
  readonly invalidated_at: string | null;
  readonly edited_at: string | null;
  readonly consolidated_at: string | null;
  readonly consolidation_failed_at: string | null;
  readonly source_trust?: string | null;
  readonly instruction_like?: readonly string[] | null;
  /** Of observations only. */
  readonly source_memories?: readonly Pick<Memory, "id" | "text" | "type" | "context" | "occurred_start" | "mentioned_at">[];
  readonly evidence?: readonly { readonly memory_id: string; readonly quote: string | null }[];
}

export const memoryQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "memories", "one", id),
    queryFn: async ({ signal }) => (await read(sdk.getMemory({ ...on(bank, { memory_id: id }), signal }))) as unknown as Memory,
  });

/** The consolidation that runs, else one that waits; null for none. */
export const consolidatingQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "operations", "consolidating"),
    queryFn: async ({ signal }) => {
      const [running, waiting] = await Promise.all(
        ["processing", "pending"].map((status) =>
          read(sdk.listOperations({ ...on(bank), query: { type: "consolidation", status, limit: 1 }, signal })),
        ),
      );
      return running?.operations[0] ?? waiting?.operations[0] ?? null;
    },
    refetchInterval: LIVE_MS,
  });

/** Scopes that are shown at most; the smallest are left out. */
const MOST_SCOPES = 200;

export const scopesQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "memories", "scopes"),
    queryFn: ({ signal }) => read(sdk.listObservationScopes({ ...on(bank), query: { limit: MOST_SCOPES }, signal })),
  });

export const historyQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "memories", "history", id),
    queryFn: ({ signal }) => read(sdk.getObservationHistory({ ...on(bank, { memory_id: id }), signal })),
  });

export const chunkQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "chunk", id),
    queryFn: ({ signal }) => read(sdk.getChunk({ client, path: { chunk_id: id }, signal })),
  });

/** Names to choose from while one is typed. */
export const entityNamesQuery = (bank: string, q: string) =>
  queryOptions({
    queryKey: bankKey(bank, "entities", "names", q),
    queryFn: async ({ signal }) => (await read(sdk.listEntities({ ...on(bank), query: { q, limit: 20 }, signal }))).items,
    placeholderData: keepPreviousData,
  });

export const entityQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "entities", "one", id),
    queryFn: ({ signal }) => read(sdk.getEntity({ ...on(bank, { entity_id: id }), signal })),
  });

export const documentIdsQuery = (bank: string, q: string) =>
  queryOptions({
    queryKey: bankKey(bank, "documents", "ids", q),
    queryFn: async ({ signal }) => {
      const { items = [] } = await read(sdk.listDocuments({ ...on(bank), query: { q, limit: 20 }, signal }));
      return items.map(({ id }) => id);
    },
    placeholderData: keepPreviousData,
  });

export interface Outcome {
  readonly done: readonly string[];
  readonly failed: readonly { readonly id: string; readonly error: unknown }[];
}

/** A change of each of many memories, a few at a time; one that fails does not hold up the others. `onEach` gets how many are through. */
export async function changeMemories(
  bank: string,
  ids: readonly string[],
  bodyOf: (id: string) => api.UpdateMemoryRequest,
  onEach: (through: number) => void = () => {},
): Promise<Outcome> {
  const done: string[] = [];
  const failed: { id: string; error: unknown }[] = [];
  const left = ids.values();
  const work = async (): Promise<void> => {
    for (const id of left) {
      try {
        await read(sdk.updateMemory({ ...on(bank, { memory_id: id }), body: bodyOf(id) }));
        done.push(id);
      } catch (error) {
        failed.push({ id, error });
      }
      onEach(done.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed };
}
