/** When two memories say the same, and when they say different things of the same kind. Pure. */

import { normalForm } from "../domain/text/text-hash.js";

/** A text as it is compared. */
export interface Statement {
  readonly form: string;
  readonly words: ReadonlySet<string>;
  /** Numbers, codes and names: what makes a statement another one however like the rest is. */
  readonly particulars: ReadonlySet<string>;
  /** The words that are no particulars. */
  readonly ordinary: ReadonlySet<string>;
  readonly isNegated: boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_.:/-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu;
/** The same for a text in ASCII, in a third of the time. */
const PLAIN = /^[\t-\r -~]*$/;
const PLAIN_WORD = /[A-Za-z0-9][\w'.:/-]*[A-Za-z0-9]|[A-Za-z0-9]/g;
const NEGATION = /^(?:no|not|never|none|nobody|nothing|neither|nor|without|cannot|.*n['’]t)$/u;
const CHINESE_NEGATION = /[不没沒无無未别別非]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Reads a text for comparison. A capital inside a sentence marks a name; the first word of one may be any word. */
export function readStatement(text: string): Statement {
  const words = new Set<string>();
  const particulars = new Set<string>();
  const isPlain = PLAIN.test(text);
  let isNegated = !isPlain && CHINESE_NEGATION.test(text);
  const isUnspaced = !isPlain && UNSPACED.test(text);
  let end = 0;
  for (const match of text.matchAll(isPlain ? PLAIN_WORD : WORD)) {
    const word = match[0];
    const lower = word.toLowerCase();
    const before = end;
    end = match.index + word.length;
    if (isUnspaced && UNSPACED.test(lower)) for (const part of pairs(lower)) words.add(part);
    else words.add(lower);
    if (/\p{N}/u.test(word) || (/^\p{Lu}/u.test(word) && !startsSentence(text, before, match.index))) particulars.add(lower);
    if (NEGATION.test(lower)) isNegated = true;
  }
  const ordinary = new Set([...words].filter((word) => !particulars.has(word)));
  return { form: normalForm(text), words, particulars, ordinary, isNegated };
}

/** Is a word the first of a sentence, by what stands between it and the word before? */
function startsSentence(text: string, from: number, to: number): boolean {
  return from === 0 || /[.!?:\n。！？]\s*$/u.test(text.slice(from, to));
}

function pairs(run: string): readonly string[] {
  const characters = Array.from(run);
  return characters.length < 2 ? characters : characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** 2·shared / (a + b). */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1;
  let shared = 0;
  for (const word of a.size < b.size ? a : b) if (a.has(word) && b.has(word)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((item) => b.has(item));

/** Words in common from which two statements are one, when their numbers, names and negation agree. */
const SAME = 0.9;
/** Words in common, numbers and names aside, from which two statements are about the same thing. */
const ALIKE = 0.8;

export function saysTheSame(a: Statement, b: Statement): boolean {
  if (a.form === b.form) return true;
  return a.isNegated === b.isNegated && sameSet(a.particulars, b.particulars) && dice(a.words, b.words) >= SAME;
}

/**
 * Statements that differ in a name or a number: "The office is in Delft." and "The office is in Leiden." are two answers to one question, of which the
 * later holds. "Ann likes cats." and "Ann likes dogs." are not: an ordinary word is what the question may be about.
 */
export function areRivals(a: Statement, b: Statement): boolean {
  return a.form === b.form || (a.ordinary.size > 0 && dice(a.ordinary, b.ordinary) >= ALIKE);
}
