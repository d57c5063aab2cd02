import type { Signal } from "./seen.js";

/** It shares entities with a better find, or is joined to one by a link. */
export const linked: Signal = ({ found, candidate }) => found.reached.get(candidate.row.memoryNo)?.activation ?? 0;
