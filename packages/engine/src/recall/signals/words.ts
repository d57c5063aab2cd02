import type { Signal } from "./seen.js";

/** The share of the question's words that the memory holds. */
export const words: Signal = (seen) => seen.words;
