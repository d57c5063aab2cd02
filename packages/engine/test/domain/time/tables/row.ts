import type { DatePrecision } from "../../../../src/domain/memory.js";

/** A text, the days it names (`first`, or `first..last`; null for none), and how exact they are (day when left out). */
export type Row = readonly [text: string, days: string | null, precision?: DatePrecision];
