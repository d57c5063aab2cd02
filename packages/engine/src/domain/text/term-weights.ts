/** How much a term of a query counts beside the others. Pure; measured in docs/decisions/ranking.md. */

import { sentences } from "./split/sentences.js";

/** A Han character by itself stands in many words: MADial zh .533 with 1, .547 with 0.5, .561 with 0.4, .562 with 0.3 (R_frac@10 of BM25). */
const SINGLE = 0.4;
/** Of what was said last: MADial zh .505 → .561 (a quarter to a half of the sentences: .551 to .526), en .644 → .649 with the encoder; an even rise gives half of it. */
const SAID_LAST = 2;
/** A query of fewer sentences is a question rather than talk, of which the end says what it has come to. */
const TALK_SENTENCES = 3;
const LAST_SHARE = 2 / 3;

const HAN_CHARACTER = /^\p{Script=Han}$/u;

/**
 * Weights by term; a term without one counts 1. `termsOf` gives the terms of a stretch of the query as the query's own were made.
 * In talk the terms of at most the last third of its sentences count double: what was said last is what it is about now.
 */
export function termWeights(
  text: string,
  terms: Iterable<string>,
  termsOf: (part: string) => Iterable<string>,
): ReadonlyMap<string, number> {
  const said = sentences(text.trim());
  const last = said.length < TALK_SENTENCES ? "" : said.slice(Math.ceil(said.length * LAST_SHARE)).join("");
  const saidLast = new Set(last === "" ? [] : termsOf(last));
  const weights = new Map<string, number>();
  for (const term of terms) {
    const weight = (HAN_CHARACTER.test(term) ? SINGLE : 1) * (saidLast.has(term) ? SAID_LAST : 1);
    if (weight !== 1) weights.set(term, weight);
  }
  return weights;
}
