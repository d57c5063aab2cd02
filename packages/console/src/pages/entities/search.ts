// What of the entities page stands in its address.
// In: the parsed query. Out: the view, the search, the open entity, what is being done to it, and the graph's choices.

import { integer, oneOf, text } from "../../app/search-params";
import { type GraphSearch, graphSearch } from "../../graph/search";

export const VIEWS = ["list", "graph"] as const;
export type View = (typeof VIEWS)[number];

export interface EntitiesSearch extends GraphSearch {
  /** Absent is the list. */
  view?: View | undefined;
  q?: string | undefined;
  offset?: number | undefined;
  /** Id of the entity whose details are open. */
  open?: string | undefined;
  /** What is being done to the open entity. */
  act?: "merge" | "split" | undefined;
  /** Least memories that mention both ends of a line of the graph; absent is 1. */
  least?: number | undefined;
}

const MOST_OFFSET = 10_000_000;
const MOST_LEAST = 1000;

export const entitiesSearch = (search: Record<string, unknown>): EntitiesSearch => ({
  view: oneOf(search, "view", VIEWS),
  q: text(search, "q"),
  offset: integer(search, "offset", 1, MOST_OFFSET),
  open: text(search, "open"),
  act: oneOf(search, "act", ["merge", "split"]),
  least: integer(search, "least", 2, MOST_LEAST),
  ...graphSearch(search),
});
