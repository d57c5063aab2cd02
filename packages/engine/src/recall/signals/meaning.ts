import type { Signal } from "./seen.js";

/** Nearness in meaning. */
export const meaning: Signal = (seen) => seen.meaning;
