import type { Signal } from "./seen.js";

/** The best memory of a run lifts the run. */
export const session: Signal = (seen) => seen.bestOfRun;
