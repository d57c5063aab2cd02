/** What in a question may be a name: every few words, and every few characters of scripts without spaces. Only a look-up tells which of them are. Pure. */

import { isAmbiguousName, known } from "./entities/name-lexicon.js";
import { nameKey } from "./name-key.js";
import { readingsAsked } from "./reading.js";
import { ENGLISH_STOP_WORDS } from "./stop-words.js";
import { UNSPACED_RUN } from "./unspaced.js";

/** A part of a question that may be a name. */
export interface AskedName {
  /** As the question has it. */
  readonly text: string;
  /** Where it begins and ends in the question, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly key: string;
  /** `readingsAsked`. */
  readonly readings: readonly string[];
}

/** "Ou Yang Na Na": names of more words are seldom asked for whole. */
const MOST_WORDS = 4;
const MOST_CHARACTERS = 6;
/** A long talk is read this far. */
const MOST = 400;
const WORD = /[\p{L}\p{N}]+(?:[-'\u2019][\p{L}\p{N}]+)*/gu;
const POSSESSIVE = /['\u2019]s$/u;
/** Words with only this between them may be one name. */
const WITHIN = /^[\s.,]{1,2}$/u;

/** At most `MOST`, in the order of the question, shorter ones first at each place. */
export function askedNames(question: string): readonly AskedName[] {
  const found: AskedName[] = [];
  const add = (start: number, end: number): void => {
    const text = question.slice(start, end).replace(POSSESSIVE, "");
    if (found.length < MOST) found.push({ text, start, end: start + text.length, key: nameKey(text), readings: readingsAsked(text) });
  };
  const spaced = question.replace(UNSPACED_RUN, (run) => " ".repeat(run.length));
  const words = [...spaced.matchAll(WORD)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  words.forEach(({ start }, first) => {
    for (let last = first; last < words.length && last < first + MOST_WORDS; last++) {
      const [before, word] = [words[last - 1], words[last]!];
      if (last > first && !WITHIN.test(question.slice(before!.end, word.start))) break;
      add(start, word.end);
    }
  });
  for (const run of question.matchAll(UNSPACED_RUN)) {
    let end = run.index;
    const ends = Array.from(run[0], (character) => {
      end += character.length;
      return end;
    });
    for (let first = 0; first < ends.length - 1; first++) {
      const start = ends[first - 1] ?? run.index;
      for (let last = first + 1; last < ends.length && last < first + MOST_CHARACTERS; last++) add(start, ends[last]!);
    }
  }
  return found;
}

/** Those that lie in no longer one. */
export function longest<T extends Pick<AskedName, "start" | "end">>(names: readonly T[]): readonly T[] {
  return names.filter(
    (name) => !names.some((other) => other.start <= name.start && other.end >= name.end && other.end - other.start > name.end - name.start),
  );
}

/**
 * True where the words of a question are taken for a name although they are words: "make" asks seldom for 马克. A capital inside a sentence says so, and any
 * word that is in no dictionary. What the first word of a question begins with says nothing.
 */
export function isMeantAsName({ text, start }: AskedName, question: string): boolean {
  const words = text.split(/\s+/u);
  if (!words.every(isWord)) return true;
  const isFirst = question.slice(0, start).trim() === "";
  return words.every((word) => /^\p{Lu}/u.test(word)) && !(isFirst && words.length === 1);
}

function isWord(word: string): boolean {
  const lower = word.toLowerCase();
  return ENGLISH_STOP_WORDS.has(lower) || known(lower) === "common" || isAmbiguousName(lower);
}
