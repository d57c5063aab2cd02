// text: what the engine reads in a text by itself: its words, sentences, turns, tokens, language and names.
// In: strings. Out: terms, units, chunks, mentions; always the same for the same string.
// Pure: no clock, no network. The word lists and dictionaries of the libraries are loaded at first use.

import { foldAccents, foldText, isAscii, normalise } from "./fold.js";
import { CHUNK, isCompound, isIdentifier, takeApart } from "./identifiers.js";
import { detectLanguage } from "./language.js";
import { hasStemmer, stem } from "./stems.js";
import { ENGLISH_STOP_WORDS, HAN_STOP_CHARACTERS } from "./stop-words.js";
import { termWeights } from "./term-weights.js";
import { hasUnspacedScript, termsOfRun, UNSPACED_RUN } from "./unspaced.js";

/**
 * The number of this analysis. Raise it with every change by which a stored text would get other terms: banks that were read by an earlier one are read
 * anew in the background. 2: Snowball 3.1, more languages, words for Thai, Lao, Khmer and Burmese.
 */
export const ANALYSIS = 2;

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
  /** How much a term counts beside the others; 1 where it is not named (`termWeights`). */
  readonly weights: ReadonlyMap<string, number>;
  /** What stands in quotation marks, folded as by `foldText`: look for it in the folded text. */
  readonly phrases: readonly string[];
}

/** What one chunk of a text (a word, or what is joined to it) gives. */
interface ChunkReading {
  readonly terms: readonly string[];
  readonly stopped: readonly string[];
  /** The term by which the chunk is found exactly, when it is an identifier. */
  readonly identifier: string | null;
  /** Words that count for the length. */
  readonly length: number;
}

interface Reader {
  readonly terms: Map<string, number>;
  readonly stopped: Map<string, number>;
  readonly identifiers: Set<string>;
  length: number;
}

/** Readings remembered per language: chunks repeat, and a look-up is ten times as fast as a reading. Emptied when full. */
const REMEMBERED_CHUNKS = 30_000;
const MAX_REMEMBERED_LENGTH = 40;
/** Questions are read in the languages of their bank: there are more mixtures than languages. */
const REMEMBERED_LANGUAGES = 60;
const remembered = new Map<string, Map<string, ChunkReading>>();

const CONTRACTION = /'(?:s|ll|re|ve|d|m)$/iu;
const ELISION = /^(\p{L}{1,2})'(\p{L}{3,})$/u;
const THOUSANDS = /(?<![\p{L}\p{N}.,])\d{1,3}(?:,\d{3})+(?![\p{N},])/gu;
const ACRONYM = /^\p{Lu}{2,}$/u;
const LOWER = /\p{Ll}/u;
const QUOTED = /"([^"]{2,200})"|“([^”]{2,200})”|„([^“”]{2,200})[“”]|«([^»]{2,200})»|「([^」]{1,200})」|『([^』]{1,200})』/gu;

function count(terms: Map<string, number>, term: string): void {
  const key = term.length > MAX_TERM_LENGTH ? term.slice(0, MAX_TERM_LENGTH) : term;
  if (key === "") return;
  const before = terms.get(key);
  if (before !== undefined) terms.set(key, Math.min(before + 1, MAX_COUNT));
  else if (terms.size < MAX_TERMS) terms.set(key, 1);
}

/** Which scripts are stemmed by one language whatever the text is written in, so that a one-word query is stemmed as its text was. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/^\p{Script=Cyrillic}/u, "ru"],
  [/^\p{Script=Arabic}/u, "ar"],
  [/^\p{Script=Greek}/u, "el"],
  [/^\p{Script=Devanagari}/u, "hi"],
  [/^\p{Script=Armenian}/u, "hy"],
  [/^\p{Script=Tamil}/u, "ta"],
  [/^\p{Script=Hebrew}/u, "he"],
];
/** By language: the one that stands for its script in `SCRIPTS`, where that is not Latin. Serbian is written in both. */
const SCRIPT_OF: Readonly<Record<string, string>> = { fa: "ar", ne: "hi", yi: "he" };
const IN_TWO_SCRIPTS = "sr";

/**
 * The terms of one word. Query and text must agree although a query is too short to tell its language, hence one rule: every word gives the stem of
 * its script (a Latin one the English stem of its folded form), and in text that is surely of another language also that language's stem, when
 * it differs. The surface form finds itself in any language; `Haus` finds `Häuser`, whose German stem it is.
 */
function stemsOf(word: string, languages: readonly string[]): readonly string[] {
  const script = isAscii(word) ? undefined : SCRIPTS.find(([letters]) => letters.test(word))?.[1];
  const first = script === undefined ? stem(foldAccents(word), "en") : foldAccents(stem(word, script));
  if (languages.length === 0) return [first];
  const own = languages.filter((language) => isWrittenIn(language, script) && hasStemmer(language));
  return [...new Set([first, ...own.map((language) => foldAccents(stem(word, language)))])];
}

/** Whether a language is written in the script of which another language stands (undefined: Latin). */
function isWrittenIn(language: string, script: string | undefined): boolean {
  if (language === IN_TWO_SCRIPTS) return script === undefined || script === "ru";
  const own = SCRIPT_OF[language] ?? (STANDING.has(language) ? language : undefined);
  return own === script;
}
const STANDING: ReadonlySet<string> = new Set(SCRIPTS.map(([, language]) => language));

function readChunk(chunk: string, languages: readonly string[], isLoud: boolean): ChunkReading {
  const plain = chunk.replace(CONTRACTION, "").replaceAll("'", "");
  const compound = isCompound(plain) ? takeApart(plain) : null;
  const elided = ELISION.exec(chunk)?.[2];
  const words = [...(elided === undefined ? [] : [elided]), ...(compound?.parts ?? (plain === "" ? [] : [plain]))];
  const wholes = (compound?.wholes ?? []).map((whole) => foldAccents(whole.toLowerCase()));
  const terms: string[] = [...wholes];
  const stopped: string[] = [];
  let length = 0;
  for (const word of words) {
    const lower = word.toLowerCase();
    const isStopWord = ENGLISH_STOP_WORDS.has(lower) && (isLoud || !ACRONYM.test(word));
    if (!isStopWord) length += 1;
    (isStopWord ? stopped : terms).push(...stemsOf(lower, languages));
  }
  const identifier = plain !== "" && isIdentifier(plain, isLoud) ? (wholes[0] ?? (stemsOf(plain.toLowerCase(), [])[0] as string)) : null;
  return { terms, stopped, identifier, length };
}

/** Reads a chunk, or remembers what it gave. In a text all in capitals a word may read differently, so nothing is remembered of it. */
function recallChunk(memory: Map<string, ChunkReading>, chunk: string, languages: readonly string[], isLoud: boolean): ChunkReading {
  if (isLoud || chunk.length > MAX_REMEMBERED_LENGTH) return readChunk(chunk, languages, isLoud);
  const known = memory.get(chunk);
  if (known !== undefined) return known;
  const reading = readChunk(chunk, languages, isLoud);
  if (memory.size >= REMEMBERED_CHUNKS) memory.clear();
  memory.set(chunk, reading);
  return reading;
}

function memoryOf(languages: readonly string[]): Map<string, ChunkReading> {
  const key = languages.join();
  let memory = remembered.get(key);
  if (memory === undefined) {
    if (remembered.size >= REMEMBERED_LANGUAGES) remembered.clear();
    memory = new Map();
    remembered.set(key, memory);
  }
  return memory;
}

/**
 * A stored run keeps every pair. A question leaves out pairs with a character that only holds the sentence together, unless the
 * run is that pair alone: two characters somebody typed are a word.
 */
function readUnspaced(reader: Reader, run: string, isQuery: boolean): void {
  const { pairs, singles, length } = termsOfRun(run);
  reader.length += length;
  for (const pair of pairs) {
    const isNoise = isQuery && pairs.length > 1 && Array.from(pair).some((character) => HAN_STOP_CHARACTERS.has(character));
    count(isNoise ? reader.stopped : reader.terms, pair);
  }
  for (const single of singles) count(HAN_STOP_CHARACTERS.has(single) ? reader.stopped : reader.terms, single);
}

function read(text: string, languages: readonly string[], isQuery: boolean): Reader {
  const reader: Reader = { terms: new Map(), stopped: new Map(), identifiers: new Set(), length: 0 };
  let rest = normalise(text).replace(THOUSANDS, (number) => number.replaceAll(",", ""));
  if (hasUnspacedScript(rest)) {
    for (const [run] of rest.matchAll(UNSPACED_RUN)) readUnspaced(reader, run, isQuery);
    rest = rest.replace(UNSPACED_RUN, " ");
  }
  const isLoud = !LOWER.test(rest);
  const memory = memoryOf(languages);
  for (const chunk of rest.match(CHUNK) ?? []) {
    const reading = recallChunk(memory, chunk, languages, isLoud);
    for (const term of reading.terms) count(reader.terms, term);
    for (const term of reading.stopped) count(reader.stopped, term);
    if (reading.identifier !== null) reader.identifiers.add(reading.identifier);
    reader.length += reading.length;
  }
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
  const reader = read(text, ownStems(language), false);
  return { terms: kept(reader), length: Math.min(Math.max(reader.length, 1), MAX_COUNT) };
}

/**
 * The same analysis for a query. Of `held`, the languages of the texts that it is asked of, those are read that it may be in: where its own is not told all of
 * them, since two words hardly tell what they are written in. A stem that only such a language gives counts half.
 */
export function analyseQuery(text: string, language: string | null = detectLanguage(text), held: readonly string[] = []): QueryAnalysis {
  const told = ownStems(language);
  const languages = [...new Set([...told, ...maybeIn(language, held)])];
  const reader = read(text, languages, true);
  const terms = kept(reader);
  const phrases = [...normalise(text).matchAll(QUOTED)].map((match) => foldText(match.slice(1).find((group) => group !== undefined) ?? ""));
  const weights = termWeights(text, terms.keys(), (part) => kept(read(part, languages, true)).keys());
  return {
    terms: [...terms.keys()],
    weights: languages.length === told.length ? weights : lessened(terms.keys(), weights, kept(read(text, told, true))),
    identifiers: [...reader.identifiers].filter((identifier) => terms.has(identifier)),
    phrases: [...new Set(phrases)].filter((phrase) => phrase !== ""),
  };
}

/** The languages beside English whose stems a text has. */
function ownStems(language: string | null): readonly string[] {
  return language === null || language === "en" ? [] : [language];
}

/**
 * Which language a text may also be in. Danish and Norwegian are taken for one another (of 66 sentences of the Declaration in Norwegian 13 for Danish), and a word
 * by itself is told by its script alone.
 */
const TAKEN_FOR: Readonly<Record<string, string>> = { da: "no", no: "da", ar: "fa", hi: "ne", he: "yi", ru: "sr" };
const GUESSED = 0.5;

function maybeIn(language: string | null, held: readonly string[]): readonly string[] {
  const others = held.filter((each) => each !== "en");
  if (language === null) return others;
  return others.filter((each) => each === TAKEN_FOR[language]);
}

function lessened(
  terms: Iterable<string>,
  weights: ReadonlyMap<string, number>,
  sure: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const result = new Map(weights);
  for (const term of terms) if (!sure.has(term)) result.set(term, (weights.get(term) ?? 1) * GUESSED);
  return result;
}
