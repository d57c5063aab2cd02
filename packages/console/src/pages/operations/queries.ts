// What the operations page asks, and what it does to operations.
// In: a bank and filters. Out: options for useQuery and useMutation.

import { sdk } from "@hindsight-memory/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { on, read } from "../../api/client";
import { bankKey, LIVE_MS } from "../../api/queries";
import type { Status } from "./search";

export const PAGE_SIZE = 25;
/** How often is asked when nothing runs, in ms. */
const QUIET_MS = 10_000;

export interface Filters {
  readonly status: Status | undefined;
  readonly type: string | undefined;
  readonly offset: number;
}

export const isMoving = (status: string): boolean => status === "pending" || status === "processing";

export const operationsQuery = (bank: string, { status, type, offset }: Filters) =>
  queryOptions({
    queryKey: bankKey(bank, "operations", "list", { status, type, offset }),
    queryFn: ({ signal }) =>
      read(sdk.listOperations({ ...on(bank), query: { status: status ?? null, type: type ?? null, offset, limit: PAGE_SIZE }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.operations.some((each) => isMoving(each.status)) ? LIVE_MS : QUIET_MS),
  });

export const operationQuery = (bank: string, id: string, withPayload: boolean) =>
  queryOptions({
    queryKey: bankKey(bank, "operations", "one", id, withPayload),
    queryFn: ({ signal }) =>
      read(sdk.getOperationStatus({ ...on(bank, { operation_id: id }), query: { include_payload: withPayload }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data.status) ? LIVE_MS : false),
  });

export const ACTIONS = {
  cancel: (bank: string, id: string) => read(sdk.cancelOperation(on(bank, { operation_id: id }))),
  retry: (bank: string, id: string) => read(sdk.retryOperation(on(bank, { operation_id: id }))),
  delete: (bank: string, id: string) => read(sdk.deleteOperation(on(bank, { operation_id: id }))),
} as const;

export type Action = keyof typeof ACTIONS;

/** What may be done to an operation in this state. */
export function actionsFor(status: string): readonly Action[] {
  if (status === "pending") return ["cancel"];
  if (status === "failed" || status === "cancelled") return ["retry", "delete"];
  return status === "completed" ? ["delete"] : [];
}
