// What of a graph stands in the address of its page.
// In: the parsed query. Out: the choices; absent is the preset.

import { integer, list, oneOf, text } from "../app/search-params";

export const COLOUR_MODES = ["recency", "kind", "entity", "mentions"] as const;
export type ColourMode = (typeof COLOUR_MODES)[number];

export interface GraphSearch {
  colour?: ColourMode | undefined;
  /** Kinds of links that are not shown. */
  hide?: readonly string[] | undefined;
  /** Id of the chosen node. */
  node?: string | undefined;
  /** Only what is this many links away from the chosen node. */
  near?: number | undefined;
  /** Words of the nodes that are looked for. */
  find?: string | undefined;
}

export const MOST_STEPS = 3;

export const graphSearch = (search: Record<string, unknown>): GraphSearch => ({
  colour: oneOf(search, "colour", COLOUR_MODES),
  hide: list(search, "hide"),
  node: text(search, "node"),
  near: integer(search, "near", 1, MOST_STEPS),
  find: text(search, "find"),
});
