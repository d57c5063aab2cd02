// text: what the engine reads in a text by itself: its words, sentences, turns, tokens, language and names.
// In: strings. Out: terms, units, chunks, mentions; always the same for the same string.
// Pure: no clock, no network. The word lists and dictionaries of the libraries are loaded at first use.

import { bigrams, chineseWords, hasUnspacedScript, isChinese, UNSPACED_RUN } from "./cjk.js";
import { foldAccents, foldText, isAscii, normalise } from "./fold.js";
import { CHUNK, isCompound, isIdentifier, takeApart } from "./identifiers.js";
import { detectLanguage } from "./language.js";
import { hasStemmer, stem } from "./stems.js";
import { CHINESE_STOP_WORDS, ENGLISH_STOP_WORDS } from "./stop-words.js";

/** Distinct terms kept of one text; what comes after is read but not kept. A memory of 256 tokens has about 150. */
export const MAX_TERMS = 2_000;
/** Frequencies and lengths stop here: the store keeps them in 16 bits. */
export const MAX_COUNT = 32_767;
/** A term is cut to this many UTF-16 units, so that it always fits an index row. */
const MAX_TERM_LENGTH = 96;

/** The terms of a text with how often each occurs, and its length in words, which is what BM25 normalises by. */
export interface Analysis {
  readonly terms: ReadonlyMap<string, number>;
  readonly length: number;
}

/** What a question asks for. Each list is without duplicates, in order of appearance. */
export interface QueryAnalysis {
  readonly terms: readonly string[];
  /** Those of `terms` that name something exactly: codes, files, versions, addresses. */
  readonly identifiers: readonly string[];
  /** What stands in quotation marks, folded as by `foldText`: look for it in the folded text. */
  readonly phrases: readonly string[];
}

interface Reader {
  readonly terms: Map<string, number>;
  readonly stopped: Map<string, number>;
  readonly identifiers: Set<string>;
  length: number;
}

const CONTRACTION = /'(?:s|ll|re|ve|d|m)$/iu;
const ELISION = /^(\p{L}{1,2})'(\p{L}{3,})$/u;
const THOUSANDS = /(?<![\p{L}\p{N}.,])\d{1,3}(?:,\d{3})+(?![\p{N},])/gu;
const ACRONYM = /^\p{Lu}{2,}$/u;
const LOWER = /\p{Ll}/u;
const CYRILLIC = /^\p{Script=Cyrillic}/u;
const ARABIC = /^\p{Script=Arabic}/u;
const ARMENIAN = /^\p{Script=Armenian}/u;
const TAMIL = /^\p{Script=Tamil}/u;
const QUOTED = /"([^"]{2,200})"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»|「([^」]{1,200})」|『([^』]{1,200})』/gu;

function count(terms: Map<string, number>, term: string): void {
  const key = term.length > MAX_TERM_LENGTH ? term.slice(0, MAX_TERM_LENGTH) : term;
  const before = terms.get(key);
  if (before !== undefined) terms.set(key, Math.min(before + 1, MAX_COUNT));
  else if (terms.size < MAX_TERMS) terms.set(key, 1);
}

/** Languages of another script than Latin are told by the script, so that a one-word query is stemmed as its text was. */
function languageOfScript(word: string): string | null {
  if (CYRILLIC.test(word)) return "ru";
  if (ARABIC.test(word)) return "ar";
  if (ARMENIAN.test(word)) return "hy";
  return TAMIL.test(word) ? "ta" : null;
}

/**
 * The terms of one word. Query and text must agree although a query is too short to tell its language, hence one rule:
 * every Latin word gives the English stem of its folded form, and in text that is surely of another language also that
 * language's stem, when it differs. The surface form finds itself in any language; `Haus` finds `Häuser`, whose German stem it is.
 */
function stemsOf(word: string, language: string | null): readonly string[] {
  const ascii = isAscii(word);
  const scriptLanguage = ascii ? null : languageOfScript(word);
  if (scriptLanguage !== null) return [foldAccents(stem(word, scriptLanguage))];
  const english = stem(ascii ? word : foldAccents(word), "en");
  if (language === null || language === "en" || !hasStemmer(language)) return [english];
  const own = foldAccents(stem(word, language));
  return own === english ? [english] : [english, own];
}

function readWord(reader: Reader, word: string, language: string | null, isLoud: boolean): void {
  const lower = word.toLowerCase();
  reader.length += 1;
  const isStopWord = ENGLISH_STOP_WORDS.has(lower) && !(ACRONYM.test(word) && !isLoud);
  const into = isStopWord ? reader.stopped : reader.terms;
  if (isStopWord) reader.length -= 1;
  for (const term of stemsOf(lower, language)) count(into, term);
}

function readChunk(reader: Reader, chunk: string, language: string | null, isLoud: boolean): void {
  const elision = ELISION.exec(chunk);
  if (elision !== null) readWord(reader, elision[2] as string, language, isLoud);
  const plain = chunk.replace(CONTRACTION, "").replaceAll("'", "");
  if (plain === "") return;
  if (!isCompound(plain)) {
    readWord(reader, plain, language, isLoud);
  } else {
    const compound = takeApart(plain);
    for (const whole of compound.wholes) count(reader.terms, foldAccents(whole.toLowerCase()));
    for (const part of compound.parts) readWord(reader, part, language, isLoud);
  }
  if (isIdentifier(plain, isLoud)) {
    const whole = isCompound(plain) ? takeApart(plain).wholes[0] : undefined;
    reader.identifiers.add(whole === undefined ? (stemsOf(plain.toLowerCase(), null)[0] as string) : foldAccents(whole.toLowerCase()));
  }
}

function readUnspaced(reader: Reader, run: string, chinese: boolean): void {
  const pairs = bigrams(run);
  for (const pair of pairs) count(reader.terms, pair);
  reader.length += pairs.length;
  if (!chinese) return;
  for (const word of chineseWords(run)) count(CHINESE_STOP_WORDS.has(word) ? reader.stopped : reader.terms, word);
}

function read(text: string, language: string | null): Reader {
  const reader: Reader = { terms: new Map(), stopped: new Map(), identifiers: new Set(), length: 0 };
  let rest = normalise(text).replace(THOUSANDS, (number) => number.replaceAll(",", ""));
  if (hasUnspacedScript(rest)) {
    const chinese = isChinese(rest);
    for (const [run] of rest.matchAll(UNSPACED_RUN)) readUnspaced(reader, run, chinese);
    rest = rest.replace(UNSPACED_RUN, " ");
  }
  const isLoud = !LOWER.test(rest);
  for (const [chunk] of rest.matchAll(CHUNK)) readChunk(reader, chunk, language, isLoud);
  return reader;
}

/** The terms of a reading: without stop words, unless there is nothing else. */
function kept(reader: Reader): ReadonlyMap<string, number> {
  return reader.terms.size > 0 ? reader.terms : reader.stopped;
}

/**
 * The keyword analysis of a stored text. `language` (ISO 639-1, or null for not sure) spares the detection where it is known.
 */
export function analyse(text: string, language: string | null = detectLanguage(text)): Analysis {
  const reader = read(text, language);
  return { terms: kept(reader), length: Math.min(Math.max(reader.length, 1), MAX_COUNT) };
}

/** The same analysis for a query. */
export function analyseQuery(text: string, language: string | null = detectLanguage(text)): QueryAnalysis {
  const reader = read(text, language);
  const terms = kept(reader);
  const phrases = [...normalise(text).matchAll(QUOTED)].map((match) => foldText(match.slice(1).find((group) => group !== undefined) ?? ""));
  return {
    terms: [...terms.keys()],
    identifiers: [...reader.identifiers].filter((identifier) => terms.has(identifier)),
    phrases: [...new Set(phrases)].filter((phrase) => phrase !== ""),
  };
}
