import { namesAnother } from "../../domain/text/sought-detail.js";
import { isTimed } from "../reading.js";
import { withoutSpeaker } from "../speaker.js";
import type { Signal } from "./seen.js";

/**
 * It holds what such a question asks for: a date, a time or a length of time for "When …" and "How long …", a name that the question lacks for "Who …" and
 * "Where …". Talk asks for nothing. LoCoMo dev with each conversation held out: +.0046, 95 % between +.0023 and +.0102 (docs/decisions/ranking.md).
 */
export const detail: Signal = ({ question: { isTalk }, asked: { sought, words }, candidate: { row } }) => {
  if (isTalk || sought === null) return 0;
  return (sought === "time" ? isTimed(row) : namesAnother(withoutSpeaker(row.text), row.language, words)) ? 1 : 0;
};
