/** Of a bank's languages those that a question of it may be in. Pure. */

import { hasStemmer } from "./stems.js";

/** A language with a smaller share of a bank's memories is taken for a slip of the detection. It tells no memory of LoCoMo dev's 2,760 wrongly. */
const SHARE = 0.005;
/** Each adds a stem to most words of a short question. */
const MOST = 5;

/** The languages with a stemmer in which a bank was written, the most frequent first, from how many memories were written in each. */
export function heldLanguages(written: Readonly<Record<string, number>>): readonly string[] {
  const counts = Object.entries(written);
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return counts
    .filter(([language, count]) => language !== "en" && hasStemmer(language) && count >= all * SHARE)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([language]) => language);
}
