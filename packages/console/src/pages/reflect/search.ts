// What of the reflect lab stands in its address: the question, the settings, the open view, and the source that is pointed at.
// In: the parsed query. Out: the lab's state; a link asks nothing by itself, since an answer may cost money.

import { integer, oneOf, text } from "../../app/search-params";
import { type ReflectSettings, settingsOf } from "./settings";

export const VIEWS = ["answer", "trace", "json"] as const;

export interface ReflectSearch {
  q?: string | undefined;
  view?: (typeof VIEWS)[number] | undefined;
  s?: ReflectSettings | undefined;
  /** Number of the source that a citation led to. */
  source?: number | undefined;
}

export const reflectSearch = (search: Record<string, unknown>): ReflectSearch => ({
  q: text(search, "q"),
  view: oneOf(search, "view", VIEWS),
  s: search.s === undefined ? undefined : settingsOf(search.s),
  source: integer(search, "source", 1, 10_000),
});
