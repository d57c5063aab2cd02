import { foldText } from "./fold.js";
import { normalForm } from "./text-hash.js";

/** Pictures with their joiners, and what stands around a name as ornament: quotation marks, brackets, marks of the printer. */
const DECORATION =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Variation_Selector}|\u200d|\u20e3|["\u00ab\u00bb\u2039\u203a\u201a-\u201f\u2020\u2121-\u2122\u00ae\u00a9()[\]{}]/gu;
const APOSTROPHES = /['\u2018\u2019\u02bc]/gu;
const EMPHASIS = /^[*_]+(?=[^*_\s])(.*[^*_\s])[*_]+$/u;
/** Full stops and commas that end a word ("Dr.", "Inc.", "Chen, Ann"); inside a word or a number they are part of it. */
const WORD_END = /[.,;:!?\u2026]+(?=\s|$)/gu;
const HYPHENS = /[\u2010-\u2015-]+/gu;

/**
 * The normal form of a name: two spellings with equal keys are the same name. Case, width, accents, white space, hyphens and decoration are
 * folded ("Wren 🕯️" is "Wren", "STRASSE" is "Straße", "İstanbul" is "Istanbul"); all letters, numbers and other signs stay: "C++" is not "C", "Room 12" is
 * not "Room 13". A name of nothing but decoration is its own key.
 */
export function nameKey(name: string): string {
  const bare = name.trim().replace(EMPHASIS, "$1").replace(APOSTROPHES, "").replace(DECORATION, " ");
  const key = foldText(bare.replace(HYPHENS, " ").replace(WORD_END, " "));
  return key === "" ? normalForm(name) : key;
}

/** The key of a name that its caller wants taken literally: case and width alone are folded. Its first character keeps it apart from every `nameKey`. */
export function literalKey(name: string): string {
  return ` ${normalForm(name)}`;
}

/** The key of a label, which equals no key of a name. */
export function labelKey(name: string): string {
  return `  ${normalForm(name)}`;
}

/** How a name is stored: white space as one space. Empty for a blank one. */
export function tidyName(name: string): string {
  return name.replace(/\s+/gu, " ").trim();
}
