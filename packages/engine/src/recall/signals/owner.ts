import { foldText } from "../../domain/text/fold.js";
import { speakerOf } from "../speaker.js";
import type { Asked, Signal } from "./seen.js";

/**
 * It was said by somebody whom the question names. Counts only where several things are asked for (`wide.ts`): for any question it costs more than it
 * gives, since what somebody else said of a person is the answer as often (LoCoMo dev .851 → .842 at 0.05, → .836 at 0.1; adversarial .939 → .865).
 */
export const owner: Signal = ({ asked, candidate }) => {
  const speaker = speakerOf(candidate.row.text);
  return speaker !== null && names(asked, foldText(speaker)) ? 1 : 0;
};

/** Scripts that set words apart are compared by words, with a possessive ending or without; a first name stands for the whole one. */
function names({ folded, words }: Asked, speaker: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(speaker)) return folded.includes(speaker);
  const first = /^[\p{L}\p{N}]+/u.exec(speaker)?.[0];
  return first !== undefined && words.has(first);
}
