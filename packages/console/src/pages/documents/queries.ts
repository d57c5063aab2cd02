// What the documents page asks and writes.
// In: a bank, a document, filters. Out: options for useQuery under the bank's key, and a hook for writes.

import { sdk } from "@hindsight-memory/client";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { on, read } from "../../api/client";
import { bankKey, invalidateBank, LIVE_MS } from "../../api/queries";
import { queries } from "../../app/query-client";
import { useErrorToast } from "../../kit/toast";
import { isMoving } from "../operations/queries";
import type { DocumentsSearch } from "./search";

export const PAGE_SIZE = 50;
export const CHUNKS_AT_ONCE = 20;
/** The most facts of one document that are marked in its text. */
export const FACTS_AT_ONCE = 1_000;
/** How often is asked when nothing comes in, in ms. */
const QUIET_MS = 10_000;
/** A failed upload is shown for a day, or until it is forgotten, in ms. */
const FAILURE_SHOWN_MS = 86_400_000;
/** Operations that end in a document. */
const UPLOADS = ["file_convert_retain", "retain"] as const;
const STATES = ["pending", "processing", "failed"] as const;

export const documentsQuery = (bank: string, { q, tags, match, offset = 0 }: DocumentsSearch) => {
  const query = {
    limit: PAGE_SIZE,
    offset,
    ...(q === undefined ? {} : { q }),
    ...(tags === undefined ? {} : { tags: [...tags], tags_match: match ?? "any_strict" }),
  } as const;
  return queryOptions({
    queryKey: bankKey(bank, "documents", "list", query),
    queryFn: ({ signal }) => read(sdk.listDocuments({ ...on(bank), query, signal })),
    placeholderData: keepPreviousData,
  });
};

/** What comes in now, and what failed to of late, newest first. */
export const uploadsQuery = (bank: string) =>
  queryOptions({
    queryKey: bankKey(bank, "operations", "uploads"),
    queryFn: async ({ signal }) => {
      const asked = UPLOADS.flatMap((type) => STATES.map((status) => ({ type, status, limit: 20, exclude_parents: true })));
      const replies = await Promise.all(asked.map((query) => read(sdk.listOperations({ ...on(bank), query, signal }))));
      return replies
        .flatMap(({ operations }) => operations)
        .filter((each) => isMoving(each.status) || Date.now() - Date.parse(each.created_at) < FAILURE_SHOWN_MS)
        .sort((one, other) => other.created_at.localeCompare(one.created_at));
    },
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isMoving(status)) ? LIVE_MS : QUIET_MS),
  });

export const documentQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "documents", "one", id),
    queryFn: ({ signal }) => read(sdk.getDocument({ ...on(bank, { document_id: id }), signal })),
  });

export const chunksQuery = (bank: string, id: string, offset: number) =>
  queryOptions({
    queryKey: bankKey(bank, "documents", "chunks", id, offset),
    queryFn: ({ signal }) =>
      read(sdk.listDocumentChunks({ ...on(bank, { document_id: id }), query: { limit: CHUNKS_AT_ONCE, offset }, signal })),
    placeholderData: keepPreviousData,
  });

export const documentFactsQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "memories", "of-document", id),
    queryFn: ({ signal }) => read(sdk.listMemories({ ...on(bank), query: { document_id: id, limit: FACTS_AT_ONCE }, signal })),
  });

export const documentHistoryQuery = (bank: string, id: string) =>
  queryOptions({
    queryKey: bankKey(bank, "documents", "history", id),
    queryFn: ({ signal }) => read(sdk.getDocumentHistory({ ...on(bank, { document_id: id }), query: { limit: 100 }, signal })),
  });

/** A write whose failure is a toast; afterwards everything of the bank is asked again. */
export function useWrite<Input, Result>(
  bank: string,
  write: (input: Input) => Promise<Result>,
  onDone: (result: Result, input: Input) => void,
) {
  const onError = useErrorToast();
  return useMutation({ mutationFn: write, onSuccess: onDone, onError, onSettled: () => invalidateBank(queries, bank) });
}
