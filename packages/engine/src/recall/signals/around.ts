import type { Signal } from "./seen.js";

/** The share of the question's words that the memory and two neighbours on each side hold: a turn is understood from what was said around it. */
export const around: Signal = (seen) => seen.windowWords;
