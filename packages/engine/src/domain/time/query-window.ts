/** What time a question asks about. */

import type { DatePrecision, Moment, TimeSpan } from "../memory.js";
import { toSpan } from "./civil.js";
import type { Found } from "./expression.js";
import { expressions, referenceAt } from "./understand.js";

/** The time that a question names. */
export interface QueryTime {
  /** Whole days in the reference's zone; `end` is the last millisecond. */
  readonly span: TimeSpan;
  /** The words that named it, as they stand in the question. */
  readonly source: string;
}

/** Longer questions are read up to here: 500 tokens are the limit of recall. */
const MAX_LENGTH = 2000;

const ORDER: readonly DatePrecision[] = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];

/** The most exact expression, of equals the first. */
export function best(found: readonly Found[]): Found | null {
  let chosen: Found | null = null;
  for (const candidate of found) {
    if (candidate.days === null) continue;
    if (chosen === null || rank(candidate) < rank(chosen)) chosen = candidate;
  }
  return chosen;
}

const rank = (found: Found): number => ORDER.indexOf(found.clock?.precision ?? found.days!.precision) + (found.weak ? 100 : 0);

export function queryWindow(query: string, reference: Moment): QueryTime | null {
  const text = query.slice(0, MAX_LENGTH).normalize("NFKC");
  const found = best(expressions(text, referenceAt(reference, "query", "past")));
  return found?.days ? { span: toSpan(found.days, reference.offsetMinutes), source: text.slice(found.from, found.to) } : null;
}
