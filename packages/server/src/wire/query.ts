// Query parameters: what the routes' query strings have in common.
// In: text. Out: paging, tag filters, time filters.

import { z } from "@hono/zod-openapi";
import { choice, integer, maybe, name, preset } from "./scalars.js";

/** Query fields that may be given several times. */
export const queryLists = new WeakSet<z.ZodType>();

export function queryList(about: string) {
  const field = maybeList(about);
  queryLists.add(field);
  return field;
}

function maybeList(about: string) {
  return z.array(name()).nullish().openapi({ description: about });
}

export const TAGS_MATCH = ["any", "all", "any_strict", "all_strict", "exact"] as const;

const ABOUT_MATCH =
  "any: shares a tag, or has none; all: holds every tag, or has none; any_strict, all_strict: the same without untagged memories; " +
  "exact: has these tags and no others";

export const tagsMatch = () => choice(TAGS_MATCH, "literal_error", ABOUT_MATCH);

export const tagFilter = {
  tags: queryList("Tags to filter by; may be given several times"),
  tags_match: preset(tagsMatch(), "any"),
};

/** `limit` rows from row `offset`; a limit of 0 asks for the total alone. */
export function paging(limit: number, range: { readonly min: number; readonly max?: number } = { min: 0 }) {
  return {
    limit: preset(integer({ ...range, about: "Most entries to return" }), limit),
    offset: preset(integer({ min: 0, about: "Entries to skip" }), 0),
  };
}

export const search = (about: string) => maybe(name(about));
