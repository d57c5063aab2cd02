import type { Signal } from "./seen.js";

/** What came before is a question about it, and this is the answer; an assistant's is not (it hurts there: recipe). */
export const answers: Signal = ({ before, isAside }) => (before?.asks && !isAside ? before.base : 0);
