// What the entities page asks, and what it does to entities.
// In: a bank and an entity. Out: options for useQuery under the bank's key; merge and split.

import { sdk } from "@hindsight-memory/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { on, read } from "../../api/client";
import { bankKey } from "../../api/queries";

export const PAGE_SIZE = 50;
/** Pairs that are drawn at most; with more, lines hide one another. */
const MOST_PAIRS = 2000;
/** Latest memories of an entity that its timeline counts. */
export const MOST_COUNTED = 1000;

export const entitiesQuery = (bank: string, q: string | undefined, offset: number, limit = PAGE_SIZE) =>
  queryOptions({
    queryKey: bankKey(bank, "entities", "list", { q, offset, limit }),
    queryFn: ({ signal }) => read(sdk.listEntities({ ...on(bank), query: { q: q ?? null, offset, limit }, signal })),
    placeholderData: keepPreviousData,
  });

export const entityQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "entities", "one", id),
    queryFn: ({ signal }) => read(sdk.getEntity({ ...on(bank, { entity_id: id }), signal })),
  });

export const entityMemoriesQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "entities", "memories", id),
    queryFn: ({ signal }) => read(sdk.listMemories({ ...on(bank), query: { entity_id: id, limit: MOST_COUNTED }, signal })),
  });

export const entityGraphQuery = (bank: string, least: number) =>
  queryOptions({
    queryKey: bankKey(bank, "entities", "graph", least),
    queryFn: ({ signal }) => read(sdk.getEntityGraph({ ...on(bank), query: { limit: MOST_PAIRS, min_count: least }, signal })),
    placeholderData: keepPreviousData,
  });

export const mergeEntities = (bank: string, id: string, others: readonly string[]) =>
  read(sdk.mergeEntities({ ...on(bank, { entity_id: id }), body: { entity_ids: [...others] } }));

/** The alias (its name or id) is an entity of its own again. */
export const splitAlias = (bank: string, id: string, alias: string) =>
  read(sdk.splitEntity({ ...on(bank, { entity_id: id }), body: { alias } }));

export const splitMemories = (bank: string, id: string, name: string, memories: readonly string[]) =>
  read(sdk.splitEntity({ ...on(bank, { entity_id: id }), body: { name, memory_ids: [...memories] } }));
