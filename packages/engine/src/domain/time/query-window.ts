/** What time a question asks about. */

import type { Moment, TimeSpan } from "../memory.js";
import { best, readable } from "./choose.js";
import { toSpan } from "./civil.js";
import { leanedExpressions } from "./leaned.js";

/** The time that a question names. */
export interface QueryTime {
  /** Whole days in the reference's zone; `end` is the last millisecond. */
  readonly span: TimeSpan;
  /** The words that named it, as they stand in the question. */
  readonly source: string;
}

/** Longer questions are read up to here: 500 tokens are the limit of recall. */
const MAX_LENGTH = 2000;

/**
 * The window of a question relative to the moment it is asked at, in that moment's zone, or null when it names none.
 * The rules and what they leave out are listed in `index.ts`. Never throws.
 */
export function queryWindow(query: string, reference: Moment): QueryTime | null {
  const text = readable(query, MAX_LENGTH);
  const found = best(leanedExpressions(text, reference, "query", null));
  return found?.days ? { span: toSpan(found.days, reference.offsetMinutes), source: text.slice(found.from, found.to) } : null;
}
