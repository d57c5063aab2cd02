/** Whose words an observation has without naming them: a model that is shown facts may use one and not cite it. Pure. */

import { analyse } from "../../domain/text/analyse.js";
import type { Batch, PlannedSource } from "../plan.js";
import type { ShownObservation } from "./related.js";

export interface Wording {
  readonly text: string;
  readonly sources: readonly PlannedSource[];
  /** The observation that is rewritten; its own evidence stays with it. */
  readonly target?: ShownObservation;
}

/** Tells of a text the numbers of facts whose words it may have without citing them. */
export type BorrowedBy = (wording: Wording) => readonly number[];

/**
 * Facts that were shown, are not cited, and hold a word of the text which neither the cited facts nor the rewritten observation hold; of another
 * observation that holds one, all facts behind it. One that only happens to share a word is counted too: it costs no more than that the observation is
 * made anew when that fact is deleted.
 */
export function borrowing({ facts }: Batch, shown: readonly ShownObservation[]): BorrowedBy {
  const ofFacts = facts.map(({ memoryNo, text }) => ({ memoryNo, words: wordsOf(text) }));
  const ofShown = shown.map((observation) => ({ observation, words: wordsOf(observation.row.text) }));
  return ({ text, sources, target }) => {
    const cited = new Set(sources.map(({ memoryNo }) => memoryNo));
    const own = [...ofFacts.filter(({ memoryNo }) => cited.has(memoryNo)), ...ofShown.filter(({ observation }) => observation === target)];
    const known = new Set(own.flatMap(({ words }) => words));
    const foreign = new Set(wordsOf(text).filter((word) => !known.has(word)));
    const holds = ({ words }: { readonly words: readonly string[] }): boolean => words.some((word) => foreign.has(word));
    const lent = [
      ...ofFacts.filter(holds).map(({ memoryNo }) => memoryNo),
      ...ofShown.filter((each) => each.observation !== target && holds(each)).flatMap(({ observation }) => observation.row.sourceNos),
    ];
    return [...new Set(lent)].filter((number) => !cited.has(number));
  };
}

/** As of no certain language: words are only compared with one another, and telling the language costs more than all the rest. */
function wordsOf(text: string): readonly string[] {
  return [...analyse(text, null).terms.keys()];
}
