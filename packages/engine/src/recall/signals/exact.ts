import { foldText } from "../../domain/text/fold.js";
import { heldTerms } from "../bm25.js";
import type { Seen, Signal } from "./seen.js";

/** A word that singles a memory out of a long question counts so much more than an identifier: it stands against the meaning of all the rest. */
const SINGLED = 2;

/**
 * The share of what the question names that the memory holds: of its identifiers and quoted phrases, 0…1, or twice that of the words of a long question that
 * hardly any memory holds, 0…2.
 */
export const exact: Signal = (seen) => {
  const { identifiers, phrases } = seen.question.analysis;
  const { scores, singled } = seen.found.keyword;
  if (identifiers.length + phrases.length + singled.size === 0) return 0;
  const held = heldTerms(scores, seen.candidate.row.memoryNo);
  const isHeld = (term: string): boolean => held.includes(term);
  return Math.max(named(seen, isHeld), singled.size === 0 ? 0 : (SINGLED * [...singled].filter(isHeld).length) / singled.size);
};

function named({ question, candidate: { row } }: Seen, isHeld: (term: string) => boolean): number {
  const { identifiers, phrases } = question.analysis;
  const wanted = identifiers.length + phrases.length;
  if (wanted === 0) return 0;
  const folded = phrases.length === 0 ? "" : foldText(row.text);
  return (identifiers.filter(isHeld).length + phrases.filter((phrase) => folded.includes(phrase)).length) / wanted;
}
