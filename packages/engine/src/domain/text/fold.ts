// Folding: one spelling for what a reader takes as the same writing.

/** Letters that canonical decomposition leaves whole. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
};

const NON_ASCII = /[\u0080-\u{10ffff}]/u;
const COMBINING_MARKS = /[\u0300-\u036f]/gu;
const FOLDED_SCRIPTS = /[\u00c0-\u052f\u1e00-\u1fff]/u;
const WHOLE_LETTER = /[ßæœøłđðþıħ]/gu;
const CURLY_APOSTROPHES = /[\u2018\u2019\u02bc\u0060\u00b4]/gu;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;

export function isAscii(text: string): boolean {
  return !NON_ASCII.test(text);
}

/** Compatibility forms made plain (full width, ligatures), curly apostrophes straight, invisible characters out. Case stays. */
export function normalise(text: string): string {
  return isAscii(text) ? text.replaceAll("`", "'") : text.normalize("NFKC").replace(CURLY_APOSTROPHES, "'").replace(INVISIBLE, "");
}

/** Takes the accents off Latin, Greek and Cyrillic letters of a lower-case word; marks of other scripts carry the vowels and stay. */
export function foldAccents(word: string): string {
  if (!FOLDED_SCRIPTS.test(word)) return word;
  return word
    .normalize("NFD")
    .replace(COMBINING_MARKS, "")
    .replace(WHOLE_LETTER, (letter) => WHOLE_LETTERS[letter] ?? letter)
    .normalize("NFC");
}

/** The form in which a phrase is looked for in a text: normalised, lower case, without accents, white space as one space. */
export function foldText(text: string): string {
  return foldAccents(normalise(text).toLowerCase()).replace(/\s+/gu, " ").trim();
}
