import type { Signal } from "./seen.js";

/** What comes next is about the question. */
export const leadsTo: Signal = ({ after }) => after?.base ?? 0;
