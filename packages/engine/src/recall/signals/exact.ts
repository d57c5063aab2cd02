import { foldText } from "../../domain/text/fold.js";
import { heldTerms } from "../bm25.js";
import type { Signal } from "./seen.js";

/** The share of the question's identifiers and quoted phrases that the memory holds. */
export const exact: Signal = ({ question, found, candidate: { row } }) => {
  const { identifiers, phrases } = question.analysis;
  const wanted = identifiers.length + phrases.length;
  if (wanted === 0) return 0;
  const held = heldTerms(found.keyword.scores, row.memoryNo);
  const folded = phrases.length === 0 ? "" : foldText(row.text);
  return (identifiers.filter((term) => held.includes(term)).length + phrases.filter((phrase) => folded.includes(phrase)).length) / wanted;
};
