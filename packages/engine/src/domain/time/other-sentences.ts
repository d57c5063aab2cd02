/** What a text tells of other days in its other sentences ("We ship on Wednesday. By the way, I moved over the weekend."). Pure. */

import type { Days } from "./civil.js";
import { type Found, PRECISIONS } from "./expression.js";

/** Longest stretch, in days, that still says when something was. Beyond it the most exact date stands alone (docs/decisions/dates.md). */
const MOST_DAYS = 31;
/** A dot inside "Sept. 5" counts as one where a space follows it, which joins days that lie beside one another anyway. */
const SENTENCE_END = /[.!?]["'”’)]*(?=\s)|[。！？\n]/u;

/**
 * The days from the first to the last that the sentences of a text name, `chosen` among them; null where they name no others, or only such as hold the chosen
 * days ("Last week … On Friday …" is one time, told twice) or lie too far off. A memory that tells of two times is dated by neither alone.
 */
export function withOtherSentences(text: string, chosen: Found, found: readonly Found[]): Days | null {
  const own = chosen.days;
  if (own === null) return null;
  let stretch = own;
  for (const other of found) {
    const { days } = other;
    if (days === null || other.weak === true || holds(days, own) || !areApart(text, chosen, other)) continue;
    const joined = join(stretch, days);
    if (joined.last - joined.first < MOST_DAYS) stretch = joined;
  }
  return holds(own, stretch) ? null : stretch;
}

const holds = (outer: Days, inner: Days): boolean => outer.first <= inner.first && inner.last <= outer.last;

function join(a: Days, b: Days): Days {
  const precision = PRECISIONS.indexOf(a.precision) < PRECISIONS.indexOf(b.precision) ? b.precision : a.precision;
  return { first: Math.min(a.first, b.first), last: Math.max(a.last, b.last), precision };
}

/** Whether a sentence ends between two expressions. */
function areApart(text: string, a: Found, b: Found): boolean {
  const [first, second] = a.from < b.from ? [a, b] : [b, a];
  return SENTENCE_END.test(text.slice(first.to, second.from));
}
