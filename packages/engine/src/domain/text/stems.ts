import { createRequire } from "node:module";

interface Stemmer {
  stem(word: string): string;
}
interface Snowball {
  newStemmer(algorithm: string): Stemmer;
}

/** Snowball algorithms by ISO 639-1 language; Porter's for English is the second version ("english"). */
const ALGORITHMS: Readonly<Record<string, string>> = {
  ar: "arabic",
  ca: "catalan",
  cs: "czech",
  da: "danish",
  de: "german",
  en: "english",
  es: "spanish",
  eu: "basque",
  fi: "finnish",
  fr: "french",
  hu: "hungarian",
  hy: "armenian",
  it: "italian",
  nl: "dutch",
  no: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  sl: "slovene",
  sv: "swedish",
  ta: "tamil",
  tr: "turkish",
};

/** Stems remembered per language. A full memory is emptied, which is cheaper than to keep an order. */
const REMEMBERED_STEMS = 50_000;

/** Longer strings are no words; the Snowball code is not linear in their length. */
const MAX_STEMMED_LENGTH = 40;

const require = createRequire(import.meta.url);
const stemmers = new Map<string, { readonly stemmer: Stemmer; readonly memory: Map<string, string> }>();

function stemmerOf(language: string): { readonly stemmer: Stemmer; readonly memory: Map<string, string> } | null {
  const known = stemmers.get(language);
  if (known !== undefined) return known;
  const algorithm = ALGORITHMS[language];
  if (algorithm === undefined) return null;
  const made = { stemmer: (require("snowball-stemmers") as Snowball).newStemmer(algorithm), memory: new Map<string, string>() };
  stemmers.set(language, made);
  return made;
}

export function hasStemmer(language: string): boolean {
  return language in ALGORITHMS;
}

/** The stem of a lower-case word in a language (ISO 639-1); the word itself where there is no stemmer. */
export function stem(word: string, language: string): string {
  if (word.length > MAX_STEMMED_LENGTH) return word;
  const entry = stemmerOf(language);
  if (entry === null) return word;
  const remembered = entry.memory.get(word);
  if (remembered !== undefined) return remembered;
  const result = entry.stemmer.stem(word) || word;
  if (entry.memory.size >= REMEMBERED_STEMS) entry.memory.clear();
  entry.memory.set(word, result);
  return result;
}
