// What of the recall lab stands in its address: the question, the settings, and those it is compared with.
// In: the parsed query. Out: the lab's state, so that a link shows what its sender saw.

import { oneOf, text } from "../../app/search-params";
import { type RecallSettings, settingsOf } from "./settings";

export const VIEWS = ["results", "trace", "json", "cases"] as const;

export interface RecallSearch {
  q?: string | undefined;
  view?: (typeof VIEWS)[number] | undefined;
  a?: RecallSettings | undefined;
  /** Present while two settings are compared. */
  b?: RecallSettings | undefined;
}

export const recallSearch = (search: Record<string, unknown>): RecallSearch => ({
  q: text(search, "q"),
  view: oneOf(search, "view", VIEWS),
  a: search.a === undefined ? undefined : settingsOf(search.a),
  b: search.b === undefined ? undefined : settingsOf(search.b),
});
