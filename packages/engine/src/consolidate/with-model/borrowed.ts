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

/**
 * Numbers of facts that were shown, are not cited, and hold a word of the text which neither the cited facts nor the rewritten observation hold; of another
 * observation that holds one, all facts behind it. One that only happens to share a word is counted too: it costs no more than that the observation is
 * made anew when that fact is deleted.
 */
export function borrowedBy({ text, sources, target }: Wording, { facts }: Batch, shown: readonly ShownObservation[]): readonly number[] {
  const cited = new Set(sources.map(({ memoryNo }) => memoryNo));
  const own = [...facts.filter(({ memoryNo }) => cited.has(memoryNo)).map((fact) => fact.text), target?.row.text ?? ""];
  const known = new Set(own.flatMap(wordsOf));
  const foreign = new Set(wordsOf(text).filter((word) => !known.has(word)));
  if (foreign.size === 0) return [];
  const holds = (other: string): boolean => wordsOf(other).some((word) => foreign.has(word));
  const ofFacts = facts.filter((fact) => !cited.has(fact.memoryNo) && holds(fact.text)).map(({ memoryNo }) => memoryNo);
  const ofObservations = shown.filter((each) => each !== target && holds(each.row.text)).flatMap(({ row }) => row.sourceNos);
  return [...new Set([...ofFacts, ...ofObservations])].filter((number) => !cited.has(number));
}

/** As of no certain language: words are only compared with one another, and telling the language costs more than all the rest. */
function wordsOf(text: string): readonly string[] {
  return [...analyse(text, null).terms.keys()];
}
