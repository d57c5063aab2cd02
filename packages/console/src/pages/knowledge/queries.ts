// What the knowledge page asks. Everything lies under one key, so that a refresh that has ended is seen in all of it.
// In: a bank and filters. Out: options for useQuery.

import { type api, sdk } from "@hindsight-memory/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { on, read } from "../../api/client";
import { bankKey, LIVE_MS } from "../../api/queries";

export const LIST_SIZE = 50;
/** How often is asked for refreshes when none runs, in ms. */
const QUIET_MS = 15_000;

export const knowledgeKey = (bank: string, ...rest: readonly unknown[]) => bankKey(bank, "knowledge", ...rest);

export const treeQuery = (bank: string) =>
  queryOptions({
    queryKey: knowledgeKey(bank, "tree"),
    queryFn: ({ signal }) => read(sdk.getKnowledgeBaseTree({ ...on(bank), signal })),
  });

export const pageSearchQuery = (bank: string, q: string) =>
  queryOptions({
    queryKey: knowledgeKey(bank, "search", q),
    queryFn: ({ signal }) => read(sdk.searchKnowledgeBase({ ...on(bank), query: { q, limit: 20 }, signal })),
    placeholderData: keepPreviousData,
    enabled: q !== "",
  });

export const modelsQuery = (bank: string, withPages: boolean, offset: number) =>
  queryOptions({
    queryKey: knowledgeKey(bank, "models", { withPages, offset }),
    queryFn: ({ signal }) =>
      read(
        sdk.listMentalModels({
          ...on(bank),
          query: { detail: "content", limit: LIST_SIZE, offset, exclude_knowledge_pages: !withPages },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const modelQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: knowledgeKey(bank, "model", id),
    queryFn: ({ signal }) => read(sdk.getMentalModel({ ...on(bank, { mental_model_id: id }), signal })),
  });

/** One version that a text had, newest first; a failed refresh has none. */
export interface Change {
  readonly previous_content: string | null;
  readonly changed_at: string;
  readonly kind: string;
  readonly outcome: string | null;
  readonly failure_reason: string | null;
  readonly error_message: string | null;
}

export const historyQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: knowledgeKey(bank, "model", id, "history"),
    queryFn: async ({ signal }) =>
      (await read(sdk.getMentalModelHistory({ ...on(bank, { mental_model_id: id }), signal }))) as readonly Change[],
  });

export const refreshingKey = (bank: string) => bankKey(bank, "operations", "refreshing");

/** Ids of the mental models that wait for a refresh or are being refreshed. */
export const refreshingQuery = (bank: string) =>
  queryOptions({
    queryKey: refreshingKey(bank),
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const lists = await Promise.all(
        ["processing", "pending"].map((status) =>
          read(sdk.listOperations({ ...on(bank), query: { status, type: "refresh_mental_model", limit: 100 }, signal })),
        ),
      );
      const ids = lists.flatMap(({ operations }) => operations.map(({ mental_model_id }) => mental_model_id ?? ""));
      return [...new Set(ids)].filter((id) => id !== "").sort();
    },
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? LIVE_MS / 2 : QUIET_MS),
  });

export const directivesQuery = (bank: string) =>
  queryOptions({
    queryKey: knowledgeKey(bank, "directives"),
    queryFn: ({ signal }) => read(sdk.listDirectives({ ...on(bank), query: { active_only: false, limit: 1000 }, signal })),
  });

export type Model = api.MentalModelResponse;
export type Node = api.KnowledgeNode;
export type Directive = api.DirectiveResponse;
