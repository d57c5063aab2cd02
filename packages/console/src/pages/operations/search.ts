// What of the operations page stands in its address.
// In: the parsed query. Out: filters, the place in the list and the open operation; absent is the preset.

import { integer, oneOf, text } from "../../app/search-params";

export const STATUSES = ["pending", "processing", "completed", "failed", "cancelled"] as const;
export type Status = (typeof STATUSES)[number];

export interface OperationsSearch {
  status?: Status | undefined;
  type?: string | undefined;
  offset?: number | undefined;
  /** Id of the operation whose details are open. */
  open?: string | undefined;
}

const MOST_OFFSET = 10_000_000;

export const operationsSearch = (search: Record<string, unknown>): OperationsSearch => ({
  status: oneOf(search, "status", STATUSES),
  type: text(search, "type"),
  offset: integer(search, "offset", 1, MOST_OFFSET),
  open: text(search, "open"),
});
