import { ratio } from "../domain/text/entity-similarity.js";
import { foldText } from "../domain/text/fold.js";

/** Shares of equal letters (Ratcliff and Obershelp, 2M/T) from which a long word counts as a misspelling of another. */
const WORD_RATIO = 0.85;
const MIN_MISSPELT_LENGTH = 6;
const LEGAL_FORM = /[\s,]+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|llp|plc|gmbh|ag|bv|nv|sa|srl|oy|ab|pty)\.?$/iu;

/**
 * True when two spellings are surely the same name: equal without accents, punctuation and the legal form of a company; or with as many words, of
 * which one is misspelt: long, with the same first and last letter, and most letters in common. Given names that differ by a letter (Maria and Mario,
 * Dan and Dana, Christina and Christine) are different people.
 */
export function isSameName(a: string, b: string): boolean {
  const [left, right] = [bareName(a), bareName(b)];
  if (left.join("") === right.join("")) return left.length > 0;
  if (left.length !== right.length) return false;
  const different = left.map((word, index) => [word, right[index] as string] as const).filter(([x, y]) => x !== y);
  const [pair, ...others] = different;
  return pair !== undefined && others.length === 0 && isMisspelt(pair[0], pair[1]);
}

function bareName(name: string): readonly string[] {
  return foldText(name.replace(LEGAL_FORM, ""))
    .replace(/['’.]/gu, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function isMisspelt(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < MIN_MISSPELT_LENGTH || /\p{N}/u.test(a + b)) return false;
  return a[0] === b[0] && a.at(-1) === b.at(-1) && ratio(a, b) >= WORD_RATIO;
}
